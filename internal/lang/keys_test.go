package lang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestKeys compares the texts of each package that has a table with the translations in it.
func TestKeys(t *testing.T) {
	const root = "../.."
	found := 0
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case dir != root && (strings.ContainsAny(name[:1], "._") || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		}
		p, err := parsePackage(dir)
		if err != nil {
			return err
		}
		if p.translations == nil {
			return nil
		}
		found++
		if strings.HasSuffix(filepath.ToSlash(dir), declarations) {
			return nil
		}
		for _, m := range p.mistakes() {
			t.Error(m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 5 {
		t.Errorf("only %d packages have a table", found)
	}
}

// declarations is the package whose table has texts of declarations, such as "log(...: any) -- Writes a line.", which other
// packages have. A test of package commands compares them.
const declarations = "internal/apidoc"

// texts are the texts of a package.
type texts struct {
	set          *token.FileSet
	files        []*ast.File
	consts       map[string]string         // constants that are texts
	wrappers     map[string]int            // functions that pass a parameter on as a key, with its index
	keys         map[string]token.Position // the first place of each key
	translations map[string]string
	places       map[string]token.Position // of translations
	wrong        []string
}

// methods are the methods of Table, with the index of the key.
var methods = map[string]int{"T": 0, "F": 0, "Errorf": 0, "Fprintf": 1}

// parsePackage reads the texts of the package in a directory. Files that are generated from the catalog of messages have
// none.
func parsePackage(dir string) (*texts, error) {
	p := &texts{set: token.NewFileSet(), consts: map[string]string{}, wrappers: map[string]int{}, keys: map[string]token.Position{}}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(filepath.Base(name), "en_") {
			continue
		}
		f, err := parser.ParseFile(p.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
	}
	p.read()
	return p, nil
}

func (p *texts) read() {
	for _, f := range p.files {
		ast.Inspect(f, p.table)
	}
	if p.translations == nil {
		return
	}
	for _, f := range p.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					v := s.(*ast.ValueSpec)
					for i := range v.Values {
						if text, ok := p.text(v.Values[i]); ok {
							p.consts[v.Names[i].Name] = text
						}
					}
				}
			}
		}
	}
	for before := -1; before < len(p.wrappers); {
		before = len(p.wrappers)
		for _, f := range p.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					p.wraps(fn)
				}
			}
		}
	}
	note := func(e ast.Expr) {
		if text, ok := p.text(e); ok {
			if _, known := p.keys[text]; !known {
				p.keys[text] = p.set.Position(e.Pos())
			}
		}
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if i := p.keyOf(n); i >= 0 && i < len(n.Args) {
					note(n.Args[i])
				}
			case *ast.KeyValueExpr:
				if isDoc(n) {
					note(n.Value)
				}
			}
			return true
		})
	}
}

// isDoc reports whether a field of a catalog is a text that is translated when it is shown.
func isDoc(kv *ast.KeyValueExpr) bool {
	name, ok := kv.Key.(*ast.Ident)
	return ok && (name.Name == "Doc" || name.Name == "Default")
}

// table reads the translations from a call of New.
func (p *texts) table(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok || !isSelector(c.Fun, "lang", "New") {
		return true
	}
	p.translations, p.places = map[string]string{}, map[string]token.Position{}
	ast.Inspect(c, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			at := p.set.Position(kv.Pos())
			key, ok := p.text(kv.Key)
			value, ok2 := p.text(kv.Value)
			if !ok || !ok2 {
				p.wrong = append(p.wrong, fmt.Sprintf("%v: want literal texts", at))
			}
			p.translations[key], p.places[key] = value, at
		}
		return true
	})
	return false
}

func isSelector(e ast.Expr, x, sel string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != sel {
		return false
	}
	name, ok := s.X.(*ast.Ident)
	return ok && name.Name == x
}

// keyOf returns the index of the argument of a call that is a key, or -1.
func (p *texts) keyOf(c *ast.CallExpr) int {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		if i, ok := p.wrappers[f.Name]; ok {
			return i
		}
	case *ast.SelectorExpr:
		x, _ := f.X.(*ast.Ident)
		if x != nil && x.Name == "tr" {
			if i, ok := methods[f.Sel.Name]; ok {
				return i
			}
		}
		if x != nil && x.Name == "lang" && f.Sel.Name == "N" {
			return 0
		}
		if i, ok := p.wrappers["."+f.Sel.Name]; ok {
			return i
		}
	}
	return -1
}

// wraps notes a function that passes one of its parameters on as a key.
func (p *texts) wraps(fn *ast.FuncDecl) {
	index := map[string]int{}
	n := 0
	for _, field := range fn.Type.Params.List {
		for _, name := range field.Names {
			index[name.Name] = n
			n++
		}
	}
	ast.Inspect(fn.Body, func(node ast.Node) bool {
		var passed ast.Expr
		switch n := node.(type) {
		case *ast.CallExpr:
			if i := p.keyOf(n); i >= 0 && i < len(n.Args) {
				passed = n.Args[i]
			}
		case *ast.KeyValueExpr:
			if isDoc(n) {
				passed = n.Value
			}
		}
		if arg, ok := passed.(*ast.Ident); ok {
			if at, ok := index[arg.Name]; ok {
				name := fn.Name.Name
				if fn.Recv != nil {
					name = "." + name
				}
				p.wrappers[name] = at
			}
		}
		return true
	})
}

// text returns the value of a constant text: a literal, several ones, or a constant of the package.
func (p *texts) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		x, ok := p.text(e.X)
		y, ok2 := p.text(e.Y)
		return x + y, ok && ok2 && e.Op == token.ADD
	case *ast.Ident:
		text, ok := p.consts[e.Name]
		return text, ok
	}
	return "", false
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+#0]*(?:\*|\d+)?(?:\.\d+)?([a-zA-Z%])`)

// verbs returns the verbs of a format, in the order of the arguments.
func verbs(format string) string {
	var list []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		list = append(list, fmt.Sprintf("%d%s", next, m[2]))
		next++
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// hasWords reports whether a text has words, rather than verbs and signs only.
func hasWords(text string) bool {
	return strings.ContainsFunc(verb.ReplaceAllString(text, ""), unicode.IsLetter)
}

// mistakes returns what is wrong with the table.
func (p *texts) mistakes() (list []string) {
	list = p.wrong
	for _, key := range slices.Sorted(maps.Keys(p.keys)) {
		if _, ok := p.translations[key]; !ok && hasWords(key) {
			list = append(list, fmt.Sprintf("%v: no translation of %q", p.keys[key], key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.translations)) {
		at, zh := p.places[key], p.translations[key]
		if _, ok := p.keys[key]; !ok {
			list = append(list, fmt.Sprintf("%v: nothing has the text %q", at, key))
		}
		if a, b := verbs(key), verbs(zh); a != b {
			list = append(list, fmt.Sprintf("%v: the verbs of %q are %s, and of the translation %s", at, key, a, b))
		}
		if strings.HasSuffix(key, "\n") != strings.HasSuffix(zh, "\n") || strings.HasPrefix(key, "\n") != strings.HasPrefix(zh, "\n") {
			list = append(list, fmt.Sprintf("%v: the translation of %q begins or ends with other line ends", at, key))
		}
	}
	return list
}

// TestMistakes checks that each mistake in a table is found, and nothing else.
func TestMistakes(t *testing.T) {
	const src = `package p

const long = "a " + "b"

var tr = lang.New(func() map[string]string {
	return map[string]string{
		"%d of %s": "%[2]s 的 %[1]d 个",
		"gone": "没有了",
		"%d left": "剩 %s",
		"a b": "甲",
		"marked": "标记",
		"wrapped": "包装",
		"method": "方法",
		"end\n": "结束",
		"made": "做成",
	}
})

var later = []string{lang.N("marked")}

var kinds = []kind{{Doc: "doc"}, made("made")}

func made(doc string) kind { return kind{Doc: doc} }

func wrap(w io.Writer, text string) { tr.Fprintf(w, text) }

func outer(text string) { wrap(nil, text) }

func (x *t) say(text string) { tr.T(text) }

func f() {
	tr.F("%d of %s", 1, "x")
	tr.F("%d left", 1)
	tr.T(long)
	tr.Errorf("missing")
	outer("wrapped")
	x.say("method")
	tr.F("%s: %s", 1, 2)
	tr.T("end\n")
}
`
	p := &texts{set: token.NewFileSet(), consts: map[string]string{}, wrappers: map[string]int{}, keys: map[string]token.Position{}}
	f, err := parser.ParseFile(p.set, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	p.files = []*ast.File{f}
	p.read()
	want := `p.go:21:26: no translation of "doc"
p.go:35:12: no translation of "missing"
p.go:9:3: the verbs of "%d left" are 1d, and of the translation 1s
p.go:14:3: the translation of "end\n" begins or ends with other line ends
p.go:8:3: nothing has the text "gone"`
	if got := strings.Join(p.mistakes(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
