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

func TestEveryKindHasARule(t *testing.T) {
	for _, k := range conform.Kinds {
		ruleOf(&node{Kind: k.Name}) // panics if there is no rule
	}
}

// TestShareNothing checks that the package shares no code with the engine, so that a mistake of
// the engine cannot be hidden by the code that tests it.
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

// TestReadme runs the case at the beginning of the corpus README.
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
		"  chance 2\n    a\n":                      "node chance: want a number from 0 to 1",
		"  a\n    repeat often\n      a\n":         "node repeat: often: want a number",
		"  if_then_else\n    a\n":                  "node if_then_else: 1 children",
		"  parallel success=most\n    a\n":         "success=most: want a number",
		"  timeout -1\n    a\n":                    "node timeout: -1: want a number",
		"  root\n    while_do_else\n":              "node while_do_else: 0 children",
		"  switch active b\n    a\n    b case=1\n": "node switch: only the last child may be without a case",
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
