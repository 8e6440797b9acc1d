package docs_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/behavior3"
	"github.com/bough-dev/bough/trees/tinybt"
)

// TestFromPages imports what the pages about other systems show, and compares it
// with the tree that they say it becomes.
func TestFromPages(t *testing.T) {
	for _, c := range []struct {
		page, lang, path string
		read             func(string, []byte) (*trees.File, diag.List)
	}{
		{"from-tinybt.md", "tinybt", "robot.txt", tinybt.Import},
		{"from-behavior3.md", "behavior3", "hunter.json", behavior3.Import},
	} {
		page := readPage(t, c.page)
		src, want := fenced(t, page, c.lang), fenced(t, page, "bt")
		f, list := c.read(c.path, []byte(src))
		if f == nil {
			t.Fatal(list)
		}
		for _, tree := range f.Trees {
			tree.Meta = nil
			for n := range tree.Root.All() {
				n.Meta = nil
			}
		}
		if got := string(trees.Format(f)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.page, got, want)
		}
	}
}

// fenced returns the first block of a language.
func fenced(t *testing.T, page, lang string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "```"+lang+"\n")
	text, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatalf("no block of %s", lang)
	}
	return text
}
