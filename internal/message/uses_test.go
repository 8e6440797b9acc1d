package message

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWordsAreHere checks that findings have no words outside of the catalog, and that each entry of the catalog is used.
// Packages that only tests import may have findings with other words.
func TestWordsAreHere(t *testing.T) {
	unused := map[string]bool{}
	for _, e := range Entries() {
		unused[goName(e.Code)] = true
	}
	words := map[string][]string{}   // the words of findings that a folder has, with their places
	imports := map[string][]string{} // the folders of the packages that the files of a folder import
	const root, module = "../..", "github.com/bough-dev/bough/"
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (strings.ContainsAny(name[:1], "._") || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, _ := filepath.Rel(root, filepath.Dir(file))
		folder = filepath.ToSlash(folder)
		for _, spec := range f.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(path, module) {
				imports[folder] = append(imports[folder], strings.TrimPrefix(path, module))
			}
		}
		switch folder {
		case "engine/diag": // makes findings of words
		case "cmd/bough/internal/lsp": // the diagnostics of the protocol have the words of findings
			inspectUses(f, unused)
		case "luabind/lua", "luabind/lua/lib", "internal/syntax": // their problems have codes only
			inspectCodes(f, unused)
		case "internal/message":
			if !strings.HasPrefix(name, "en_") {
				inspectCodes(f, unused)
			}
		default:
			inspectUses(f, unused)
			for _, m := range ownWords(f) {
				words[folder] = append(words[folder], fmt.Sprintf("%s: %s", set.Position(m.pos), m.what))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Entries() {
		if unused[goName(e.Code)] {
			t.Errorf("%s: nothing uses %s", e.place(), e.Code)
		}
	}
	for folder := range reached(imports) {
		for _, place := range words[folder] {
			t.Errorf("%s; take the words from the catalog", place)
		}
	}
}

// reached returns the folders of the packages outside of folders named internal, and of all packages that they import.
func reached(imports map[string][]string) map[string]bool {
	found := map[string]bool{}
	var reach func(folder string)
	reach = func(folder string) {
		if !found[folder] {
			found[folder] = true
			for _, f := range imports[folder] {
				reach(f)
			}
		}
	}
	for folder := range imports {
		if !slices.Contains(strings.Split(folder, "/"), "internal") {
			reach(folder)
		}
	}
	return found
}

// inspectUses removes the functions of this package that a file of another package names.
func inspectUses(f *ast.File, unused map[string]bool) {
	name := ""
	for _, spec := range f.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); strings.HasSuffix(p, "/internal/message") {
			if name = path.Base(p); spec.Name != nil {
				name = spec.Name.Name
			}
		}
	}
	if name == "" {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == name {
				delete(unused, s.Sel.Name)
			}
		}
		return true
	})
}

// inspectCodes removes the functions of the codes that a file has as texts.
func inspectCodes(f *ast.File, unused map[string]bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if code, err := strconv.Unquote(lit.Value); err == nil && isCode(code) {
				delete(unused, goName(code))
			}
		}
		return true
	})
}

// own is a place where a finding gets words that are not in the catalog.
type own struct {
	pos  token.Pos
	what string
}

var importsFindings = regexp.MustCompile(`/(engine/diag|luabind)"$`)

// ownWords returns the places in a file where a finding gets words that are not in the catalog: where Message, Hint or Text
// gets a value that is not that of another finding.
func ownWords(f *ast.File) (list []own) {
	if f.Name.Name != "luabind" && !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return importsFindings.MatchString(s.Path.Value) }) {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if s, ok := left.(*ast.SelectorExpr); ok && (s.Sel.Name == "Hint" || s.Sel.Name == "Message") && !copies(n.Rhs[min(i, len(n.Rhs)-1)]) {
					list = append(list, own{n.Pos(), "assigns to " + s.Sel.Name})
				}
			}
		case *ast.CompositeLit:
			typ := n.Type
			if s, ok := typ.(*ast.SelectorExpr); ok {
				typ = s.Sel
			}
			name, ok := typ.(*ast.Ident)
			if !ok || name.Name != "Diagnostic" && name.Name != "Words" {
				break
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && isText(kv.Key) && !copies(kv.Value) {
					list = append(list, own{kv.Pos(), fmt.Sprintf("makes a %s with %s", name.Name, kv.Key)})
				}
			}
		}
		return true
	})
	return list
}

// isText reports whether an expression is the name of a text of a finding.
func isText(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && (name.Name == "Message" || name.Name == "Hint" || name.Name == "Text")
}

// copies reports whether an expression reads a text of a finding.
func copies(e ast.Expr) (copied bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		copied = copied || ok && isText(s.Sel)
		return true
	})
	return copied
}

// TestOwnWords checks that ownWords finds each form of words, and nothing else.
func TestOwnWords(t *testing.T) {
	const src = `package p

import "x/engine/diag"

func f(l *diag.List, pos diag.Pos, text string) {
	d := diag.Diagnostic{Pos: pos, Message: "words"}
	d.Source, d.Hint = "", hint()
	l.Add(pos, message.Code()).Source = "x"
	l.Warn(pos, diag.Words{Code: "x", Text: text})
	e := luabind.Error{At: pos, Words: diag.Words{Text: d.Message, Hint: replaced(d.Hint)}}
	d.Hint = e.Words.Hint
	other := hotreload.Failure{Message: "words"}
	_, _ = d.Hint, d.Message
}
`
	for _, c := range []struct{ src, want string }{
		{src, "makes a Diagnostic with Message\nassigns to Hint\nmakes a Words with Text"},
		{strings.Replace(src, "x/engine/diag", "x/other", 1), ""},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", c.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range ownWords(f) {
			got = append(got, m.what)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
		}
	}
}
