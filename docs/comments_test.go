package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// misplaced returns the doc comments of a file that begin with the exported name of another declaration of the file,
// and the comments that two declarations share.
func misplaced(f *ast.File) (list []string) {
	type documented struct {
		names []*ast.Ident
		doc   *ast.CommentGroup
	}
	var all []documented
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			all = append(all, documented{[]*ast.Ident{n.Name}, n.Doc})
		case *ast.GenDecl:
			if len(n.Specs) == 1 && n.Doc != nil { // otherwise the comment is about a group
				switch s := n.Specs[0].(type) {
				case *ast.TypeSpec:
					all = append(all, documented{[]*ast.Ident{s.Name}, n.Doc})
				case *ast.ValueSpec:
					all = append(all, documented{s.Names, n.Doc})
				}
			}
		case *ast.TypeSpec:
			all = append(all, documented{[]*ast.Ident{n.Name}, n.Doc})
		case *ast.ValueSpec:
			all = append(all, documented{n.Names, n.Doc})
		case *ast.Field:
			all = append(all, documented{n.Names, n.Doc})
		}
		return true
	})
	declared := map[string]bool{}
	for _, d := range all {
		for _, n := range d.names {
			declared[n.Name] = n.IsExported()
		}
	}
	before := map[string]string{}
	for _, d := range all {
		text := d.doc.Text()
		words := strings.Fields(text)
		if len(words) == 0 || len(d.names) == 0 {
			continue
		}
		first, own := strings.TrimRight(words[0], ",.:"), d.names[0].Name
		if declared[first] && !slices.ContainsFunc(d.names, func(n *ast.Ident) bool { return n.Name == first }) {
			list = append(list, own+" has the comment of "+first)
		}
		if other := before[text]; other != "" && other != own && len(words) > 5 {
			list = append(list, own+" and "+other+" have the same comment")
		}
		before[text] = own
	}
	return list
}

// TestComments checks that no doc comment belongs to another declaration.
func TestComments(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && strings.ContainsAny(d.Name()[:1], "._"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if os.IsNotExist(err) {
			return nil // a snippet that another test has removed
		}
		if err != nil {
			return err
		}
		files++
		for _, m := range misplaced(f) {
			t.Errorf("%s: %s", path, m)
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestMisplaced checks that TestComments finds misplaced comments, and nothing else.
func TestMisplaced(t *testing.T) {
	const src = "package p\n\nvar (\n\t// A is the first.\n\tA = 1\n\t// C is the third.\n\tB = 2\n\t// The third is C.\n\tC = 3\n)\n\n" +
		"// f calls nothing, since there is nothing to call.\nfunc f() {}\n\n// f calls nothing, since there is nothing to call.\nfunc g() {}\n"
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(misplaced(f), "\n"), "B has the comment of C\ng and f have the same comment"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
