package graph

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/trees"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

func parse(t testing.TB, path, text string) *trees.File {
	t.Helper()
	f, list := trees.Parse(path, []byte(text))
	if list.Err() != nil {
		t.Fatal(list)
	}
	return f
}

func lookup(f *trees.File) func(string) *trees.Tree {
	return func(name string) *trees.Tree {
		for _, t := range f.Trees {
			if t.Name == name {
				return t
			}
		}
		return nil
	}
}

// hostile contains texts that could end a string in one of the formats.
const hostile = "tree a s=1 at \"<b>&amp; \\\"quoted\\\" \\\\ --> ]]> é 漢字 🙂\"\n" +
	"  switch id=k note=\"a </title><script>alert(1)</script> \\n line\"  name .. \"</text>\"\n" +
	"    log \"\\\"]; n1 -> n2; %% #quot; `x` {{y}} \\n\\t\"  case=\"x\"  when name == \"<&>\" and s ~= '\"'\n" +
	"    tree a s=2 +\n" +
	"    slot at 1 2\n" +
	"    very_long_name_without_any_end_that_does_not_fit_into_one_line_of_a_card_and_more.and_more\n"

const sample = `condition weak = hp < 30

tree guard speed=2 "Watches a gate."
  root
    listen +
    flee note="Below 30 it would lose each fight."  when weak or (target ~= nil and target.hp > 3 * hp and not cornered)
    combat  when target ~= nil
      melee id=hit
      chase speed=3.5
    parallel success=one
      condition hp > 3
      repeat 3
        wait 0.5
    tree patrol speed=speed
    disabled random
      chance 50%
        yawn
      sit  weight=3

tree patrol speed=1
  sequence
    goto_point "a" speed=speed
    goto_point "b" speed=speed
`

func drawings(t testing.TB) map[string][]byte {
	out := map[string][]byte{}
	for name, text := range map[string]string{"sample": sample, "hostile": hostile} {
		f := parse(t, name+".bt", text)
		o := Options{Tree: lookup(f)}
		out[name+".svg"] = SVG(f.Trees[:1], o)
		out[name+".dot"] = Dot(f.Trees[:1], o)
		out[name+".mmd"] = Mermaid(f.Trees[:1], o)
		o.Down, o.Fold = true, true
		out[name+"_down.svg"] = SVG(f.Trees, o)
	}
	edited := strings.NewReplacer("      chase speed=3.5\n", "", "speed=3.5", "speed=4", "    listen +\n", "", "      sit  weight=3\n", "      sit  weight=3\n    listen +\n    hum\n", "hp > 3\n", "hp > 4\n").Replace(sample)
	out["diff.svg"] = Diff(treediff.Files([]*trees.File{parse(t, "sample.bt", sample)}, []*trees.File{parse(t, "sample.bt", edited)}), false)
	return out
}

// TestGolden compares pictures with the files in testdata.
func TestGolden(t *testing.T) {
	all := drawings(t)
	for name, got := range all {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || string(want) != string(got) {
			t.Errorf("%s is another (%v); look at it and run with -update", name, err)
		}
	}
	files, _ := filepath.Glob("testdata/*")
	for _, f := range files {
		if all[filepath.Base(f)] == nil {
			t.Errorf("%s belongs to no test", f)
		}
	}
}

// TestWellFormed parses all pictures as XML, and checks that they contain the words of the trees.
func TestWellFormed(t *testing.T) {
	for name, text := range drawings(t) {
		if filepath.Ext(name) != ".svg" {
			continue
		}
		d := xml.NewDecoder(strings.NewReader(string(text)))
		d.Strict = true
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(text), "<script>") {
			t.Errorf("%s has a script", name)
		}
	}
}

// TestNothingIsLost checks that a picture contains each name, value, condition and note in full.
func TestNothingIsLost(t *testing.T) {
	f := parse(t, "sample.bt", sample)
	root := cards(f.Trees[0], Options{Tree: lookup(f)})
	layout(root, false)
	var b strings.Builder
	for _, c := range root.all() {
		for _, l := range c.box.lines {
			b.WriteString(l.text + " ")
		}
	}
	for n := range f.Trees[0].Root.All() {
		for _, want := range []string{treediff.Title(n), treediff.Values(n), n.Note, n.ID} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%q is not in the picture", want)
			}
		}
		if n.Guard != nil && !strings.Contains(b.String(), "when "+n.Guard.Source) {
			t.Errorf("%q is not in the picture:\n%s", n.Guard.Source, b.String())
		}
	}
}

// TestRandomLayouts checks that texts fit their cards, and that no two cards overlap, in both directions.
func TestRandomLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 200 {
		root := &trees.Node{Name: "root"}
		nodes := []*trees.Node{root}
		for k := range 1 + r.IntN(60) {
			n := &trees.Node{Name: strings.Repeat("n", 1+r.IntN(30)) + fmt.Sprint(k), Note: strings.Repeat("note ", r.IntN(20))}
			if r.IntN(3) == 0 {
				n.Guard = &trees.Guard{Source: strings.Repeat("hp < 3 and ", r.IntN(20)) + "x"}
			}
			parent := nodes[r.IntN(len(nodes))]
			if i%2 == 0 { // wide and flat
				parent = nodes[r.IntN(1+len(nodes)/5)]
			}
			parent.Children = append(parent.Children, n)
			nodes = append(nodes, n)
		}
		for _, down := range []bool{false, true} {
			card := cards(&trees.Tree{Name: "t", Root: root}, Options{})
			w, h := layout(card, down)
			checkLayout(t, card.all(), w, h)
		}
	}
}

func checkLayout(t *testing.T, cards []*card, w, h float64) {
	t.Helper()
	for i, c := range cards {
		if c.box.x < -0.01 || c.box.y < -0.01 || c.box.x+c.box.w > w+0.01 || c.box.y+c.box.h > h+0.01 {
			t.Fatalf("%s is outside of the picture", c.title)
		}
		for _, l := range c.box.lines {
			if padX+l.face.width(l.text) > c.box.w+0.01 || l.y > c.box.h {
				t.Fatalf("%q does not fit its card of %v", l.text, c.box.w)
			}
		}
		for _, d := range cards[:i] {
			if c.box.x < d.box.x+d.box.w && d.box.x < c.box.x+c.box.w && c.box.y < d.box.y+d.box.h && d.box.y < c.box.y+c.box.h {
				t.Fatalf("%s and %s overlap", c.title, d.title)
			}
		}
	}
}

// TestBigPictures draws a tree of the largest size, a tree of the largest depth, and trees that include each other
// in a cycle.
func TestBigPictures(t *testing.T) {
	wide := parse(t, "", "tree a\n  root\n"+strings.Repeat("    b when hp < 3\n", trees.MaxNodes-1))
	if n := strings.Count(string(SVG(wide.Trees, Options{})), "<g "); n != trees.MaxNodes {
		t.Errorf("%d cards", n)
	}
	circle := parse(t, "", "tree a\n  root\n    tree b\n    tree a\n\ntree b\n  root\n    tree a\n    tree b\n")
	if n := strings.Count(string(SVG(circle.Trees, Options{Tree: lookup(circle)})), "<g "); n > 40 {
		t.Errorf("%d cards of a circle", n)
	}
	deep := &trees.Node{Name: "leaf"}
	for range 5000 {
		deep = &trees.Node{Name: "invert", Children: []*trees.Node{deep}}
	}
	if n := strings.Count(string(SVG([]*trees.Tree{{Name: "a", Root: deep}, {Name: "empty"}}, Options{Down: true})), "<g "); n != 5001 {
		t.Errorf("%d cards", n)
	}
}

// TestDotIsAccepted passes the results of Dot to Graphviz, if it is installed.
func TestDotIsAccepted(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("this test needs the program dot: install graphviz")
	}
	for name, text := range drawings(t) {
		if filepath.Ext(name) == ".dot" {
			cmd := exec.Command(dot, "-Tsvg")
			cmd.Stdin = strings.NewReader(string(text))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}
