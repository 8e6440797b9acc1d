package reference

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// TestEveryKindHasARule also keeps Unsupported free of names that no kind has.
func TestEveryKindHasARule(t *testing.T) {
	var names []string
	for _, k := range conform.Kinds {
		names = append(names, k.Name)
		if !slices.Contains(Unsupported, k.Name) {
			ruleOf(&node{Kind: k.Name}) // panics if there is none
		}
	}
	for _, name := range Unsupported {
		if !slices.Contains(names, name) {
			t.Errorf("Unsupported names %q, which is not a kind", name)
		}
	}
}

// TestShareNothing: a fault of the engine must not be able to hide in what the
// engine is tested with.
func TestShareNothing(t *testing.T) {
	const ours = "github.com/bough-dev/bough/"
	allowed := []string{ours + "engine/diag", ours + "engine/internal/conform"}
	for _, dir := range []string{".", "../conform"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", dir, err)
		}
		for _, file := range files {
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range tree.Imports {
				path := strings.Trim(imp.Path.Value, `"`)
				if strings.HasPrefix(path, ours) && !slices.Contains(allowed, path) {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}

// TestReadme runs the case that the README of the corpus begins with.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(corpus, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```\n")
	example, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("no example")
	}
	c, errs := conform.Parse("README.md", []byte(example))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if r := conform.Run(c, New); r.Diff != "" {
		t.Error(r.Diff)
	}
}

func TestNewRefuses(t *testing.T) {
	for tree, want := range map[string]string{
		"  chance 0.5\n    a\n":                      "unsupported kinds: chance",
		"  a\n    repeat often\n      a\n":           "node repeat: often: want a number",
		"  if_then_else\n    a\n":                    "node if_then_else: 1 children",
		"  parallel success=most\n    a\n":           "success=most: want a number",
		"  timeout -1\n    a\n":                      "node timeout: -1: want a number",
		"  root\n    while_do_else\n":                "node while_do_else: 0 children",
		"  root\n    random\n      emit noise\n":     "unsupported kinds: emit, random",
		"  root\n    switch\n      a\n    set a=1\n": "unsupported kinds: set, switch",
	} {
		c, errs := conform.ParseInputs("x", []byte("case x\nabout y\nrule z\ntree\n"+tree+"run\n  tick\n"))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := conform.Run(c, New).Diff; !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", tree, got, want)
		}
	}
}
