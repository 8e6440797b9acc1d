package graph_test

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/graph"
)

// placed has nodes whose keys are not just their names: twins, ids, slots, overrides, and behaviors of the own folder.
const placed = `tree outer move="walk" weapon="sub.bite"
  sequence
    walk
    walk
    walk id=third
    slot move
    disabled sequence
      walk
    tree inner who=move id=in
      override twin  when hp > 3
      override bites
        sequence
          walk
          walk id=own
          slot weapon
    tree inner who="walk"
    tree inner

tree leaves
  walk
`

const inner = `tree inner who="sub.bite"
  sequence
    bite id=bites
      walk
    bite
    walk id=twin
    slot who
    slot who
    tree leaves
    tree leaves
`

// TestKeys compares the keys of cards with those of programs.
func TestKeys(t *testing.T) {
	behavior := &fstest.MapFile{Data: []byte("return { behavior = function(agent) return \"running\" end }\n")}
	made := fstest.MapFS{"outer.bt": {Data: []byte(placed)}, "sub/inner.bt": {Data: []byte(inner)}, "walk.lua": behavior, "sub/bite.lua": behavior}
	g, err := bough.OpenFS(made, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if n := checkKeys(t, g); n != 3 {
		t.Errorf("%d trees checked", n)
	}
	samples, err := bough.OpenFS(testdata.Samples(), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer samples.Close()
	if n := checkKeys(t, samples); n < 5 {
		t.Errorf("%d trees of the samples checked", n)
	}
}

// checkKeys draws all trees of a game, and returns their number.
func checkKeys(t *testing.T, g *bough.Game) int {
	if err := diag.List(g.Load()).Err(); err != nil {
		t.Fatal(err)
	}
	b := g.Bundle()
	named := map[string]*trees.Tree{}
	for _, tree := range b.Sources() {
		named[tree.Name] = tree
	}
	for _, tree := range b.Trees {
		var want []string
		for i := range tree.Program.Len() {
			want = append(want, tree.Program.Node(i).Key)
		}
		o := graph.Options{Tree: func(name string) *trees.Tree { return named[name] }, Program: tree.Program}
		got := keysIn(t, graph.SVG([]*trees.Tree{named[tree.Name]}, o))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the cards of tree %s have the keys\n%s\nwant those of its program\n%s", tree.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	return len(b.Trees)
}

// keysIn returns the keys in a picture.
func keysIn(t *testing.T, svg []byte) (keys []string) {
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if token == nil {
			return keys
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "data-key" {
					keys = append(keys, a.Value)
				}
			}
		}
	}
}
