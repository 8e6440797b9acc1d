package docs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/graph"
)

// The two versions that pictures.md compares.
const (
	oldGuard = `tree guard "Watches a gate."
  root
    flee    when hp < 30
    combat  when target ~= nil
      melee
      chase speed=3
    beg
    patrol
`
	newGuard = `tree guard "Watches a gate."
  root
    patrol
    flee    when hp < 20
    combat  when target ~= nil
      taunt
      melee
      chase speed=3.5
`
)

func parseTree(t *testing.T, path, text string) *trees.File {
	t.Helper()
	f, list := trees.Parse(path, []byte(text))
	if len(list) > 0 {
		t.Fatal(list)
	}
	return f
}

// TestPictures checks the pictures and the words of pictures.md. With -update it draws the
// pictures anew.
func TestPictures(t *testing.T) {
	named := map[string]*trees.Tree{}
	for _, name := range []string{"guard.bt", "sense/senses.bt", "combat/brawl.bt"} {
		src, err := testdata.Samples().ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, tree := range parseTree(t, name, string(src)).Trees {
			named[tree.Name] = tree
		}
	}
	o := graph.Options{Tree: func(name string) *trees.Tree { return named[name] }}
	r := treediff.Files([]*trees.File{parseTree(t, "scripts/guard.bt", oldGuard)}, []*trees.File{parseTree(t, "scripts/guard.bt", newGuard)})
	for name, got := range map[string][]byte{
		"graph-guard.svg": graph.SVG([]*trees.Tree{named["guard"]}, o),
		"diff-guard.svg":  graph.Diff(r, false),
	} {
		if *update {
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(name); err != nil || string(want) != string(got) {
			t.Errorf("%s is not what is drawn now (%v); run with -update", name, err)
		}
	}
	page, err := os.ReadFile("pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(treediff.Words(r)) {
		if !strings.Contains(string(page), line) {
			t.Errorf("pictures.md does not have the line\n%s", line)
		}
	}
}
