package message

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unconverted are the folders, below the root of the module, whose findings may have words of their own.
var unconverted = []string{
	"engine",
	"engine/internal/conform", // reads the cases of tests
	"luabind",
	"luabind/scripttest",
	"trees/jsontree",
}

// TestWordsAreHere checks that findings have no words outside of the catalog, and that each entry of the catalog is used.
func TestWordsAreHere(t *testing.T) {
	unused := map[string]bool{}
	for _, e := range Entries() {
		unused[goName(e.Code)] = true
	}
	own := map[string]bool{} // folders that have words of their own
	const root = "../.."
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
		switch folder {
		case "engine/diag": // makes findings of words
		case "luabind/lua", "luabind/lua/lib", "luabind/lua/syntax": // their problems have codes only
			inspectCodes(f, unused)
		case "internal/message":
			if !strings.HasPrefix(name, "en_") {
				inspectCodes(f, unused)
			}
		default:
			inspectUses(f, unused)
			for _, m := range ownWords(f) {
				if own[folder] = true; !slices.Contains(unconverted, folder) {
					t.Errorf("%s: %s; take the words from the catalog", set.Position(m.pos), m.what)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Entries() {
		if unused[goName(e.Code)] {
			t.Errorf("en/%s.txt:%d: nothing uses %s", e.File, e.Line, e.Code)
		}
	}
	for _, folder := range unconverted {
		if _, err := os.Stat(filepath.Join(root, folder)); err != nil || !own[folder] {
			t.Errorf("%s has no words of its own; delete it from the list", folder)
		}
	}
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
			if code, err := strconv.Unquote(lit.Value); err == nil && code != "" && headLine.MatchString(code+": x") {
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

// ownWords returns the places in a file where a finding gets words that are not in the catalog.
func ownWords(f *ast.File) (list []own) {
	if f.Name.Name != "luabind" && !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return importsFindings.MatchString(s.Path.Value) }) {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if s, ok := left.(*ast.SelectorExpr); ok && (s.Sel.Name == "Hint" || s.Sel.Name == "Message") {
					list = append(list, own{n.Pos(), "assigns to " + s.Sel.Name})
				}
			}
		case *ast.CompositeLit:
			typ := n.Type
			if s, ok := typ.(*ast.SelectorExpr); ok {
				typ = s.Sel
			}
			name, ok := typ.(*ast.Ident)
			if !ok || name.Name != "Diagnostic" && name.Name != "Error" {
				break
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Hint") {
						list = append(list, own{kv.Pos(), fmt.Sprintf("makes a %s with %s", name.Name, key.Name)})
					}
				}
			}
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || s.Sel.Name != "Add" && s.Sel.Name != "Warn" || len(n.Args) < 2 {
				break
			}
			if lit, ok := n.Args[1].(*ast.BasicLit); ok && lit.Kind == token.STRING || len(n.Args) > 2 {
				list = append(list, own{n.Pos(), s.Sel.Name + " with a text"})
			}
		}
		return true
	})
	return list
}

// TestOwnWords checks that ownWords finds each form of words, and nothing else.
func TestOwnWords(t *testing.T) {
	const src = `package p

import "x/engine/diag"

func f(l *diag.List, pos diag.Pos, when time.Time) {
	l.Add(pos, "words")
	l.Warn(pos, format, 1).Source = "x"
	d := diag.Diagnostic{Pos: pos, Message: "words"}
	d.Source, d.Hint = "", hint()
	l.Add(pos, message.Code()).Source = "x"
	e := luabind.Error{At: pos}
	other := hotreload.Failure{Message: "words"}
	when.Add(3, 4)
	_, _ = d.Hint, d.Message
}
`
	for _, c := range []struct{ src, want string }{
		{src, "Add with a text\nWarn with a text\nmakes a Diagnostic with Message\nassigns to Hint"},
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
