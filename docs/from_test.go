package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
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

// TestFromTablesNameWhatThereIs: what the column "here" of the pages about other systems
// names in the font of code is there: a kind with these parameters, a hook, a field, a
// function of bt, or a word of the tree language.
func TestFromTablesNameWhatThereIs(t *testing.T) {
	pages, err := filepath.Glob("from-*.md")
	if err != nil || len(pages) < 8 {
		t.Fatal(pages, err)
	}
	words := map[string]bool{"tree": true, "when": true, "else": true, "+": true, "idle": true, "memory": true, "params": true, "agent": true}
	for _, m := range behaviors.Meanings {
		words[m.Name] = true
	}
	code := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for _, page := range pages {
		column := 0
		for line := range strings.Lines(readPage(t, page)) {
			cells := strings.Split(strings.TrimSpace(line), "|")
			switch i := slices.Index(cells, " here "); {
			case i > 0:
				column = i
				continue
			case len(cells) < 3:
				column = 0
				continue
			case column == 0 || strings.HasPrefix(cells[1], " ---"):
				continue
			}
			rows++
			var k *behaviors.Kind
			for _, m := range code.FindAllStringSubmatch(cells[column], -1) {
				k = nameThereIs(t, page+": "+m[1], k, m[1], words)
			}
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

// nameThereIs checks a piece of code in a table. It returns the kind that the piece is
// about, to which a following "name=" belongs.
func nameThereIs(t *testing.T, at string, last *behaviors.Kind, text string, words map[string]bool) *behaviors.Kind {
	t.Helper()
	first, rest, _ := strings.Cut(text, " ")
	name, _, call := strings.Cut(first, "(")
	switch {
	case strings.HasPrefix(first, "\"") || strings.HasPrefix(first, "bt.") || strings.HasPrefix(first, "trees/") || words[name]:
		return last
	case call:
		t.Errorf("%s: there is no hook %s", at, name)
		return last
	case strings.Contains(first, "=") && last != nil: // parameters of the kind before
		first, rest = last.Name, text
	}
	if strings.HasPrefix(first, "_") { // the end of names
		if !slices.ContainsFunc(behaviors.Kinds, func(k behaviors.Kind) bool { return strings.HasSuffix(k.Name, first) }) {
			t.Errorf("%s: no kind ends so", at)
		}
		return last
	}
	k := behaviors.KindNamed(first)
	if k == nil {
		t.Errorf("%s: there is no kind %s", at, first)
		return last
	}
	for _, p := range strings.Fields(rest) {
		if name, _, ok := strings.Cut(p, "="); ok && k.Param(name) == nil && k.ChildParam(name) == nil {
			t.Errorf("%s: %s has no parameter %s", at, first, name)
		}
	}
	return k
}
