package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// rootPackage is how drawings name the package in the root of the module.
const rootPackage = "bough"

// listImports lists, once for all tests, the packages of this module that each of them imports.
var listImports = sync.OnceValues(func() ([]byte, error) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Dir = ".."
	return cmd.Output()
})

// imports are the packages of this module that each of them imports, tests apart.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := listImports()
	if err != nil {
		t.Fatal(err)
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		var ours []string
		for _, path := range strings.Fields(line) {
			if path == module {
				ours = append(ours, rootPackage)
			} else if name, ok := strings.CutPrefix(path, module+"/"); ok {
				ours = append(ours, name)
			}
		}
		graph[ours[0]] = ours[1:]
	}
	return graph
}

// TestPublicPackages checks that the page lists all public packages, each once.
func TestPublicPackages(t *testing.T) {
	_, rest, found := strings.Cut(readPage(t, "architecture.md"), "\n## Public packages\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	var listed, want []string
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				listed = append(listed, m[1])
			}
		}
	}
	for name := range imports(t) {
		if !strings.Contains("/"+name+"/", "/internal/") && !strings.HasPrefix(name, "cmd/") && name != "docs" {
			want = append(want, name)
		}
	}
	slices.Sort(listed)
	slices.Sort(want)
	if !found || !slices.Equal(listed, want) {
		t.Errorf("the page lists\n%q\nthere are\n%q", listed, want)
	}
}

// reduce returns the arrows of a graph to which no longer way leads.
func reduce(graph map[string][]string) map[string][]string {
	reaches := map[string]map[string]bool{}
	var reach func(from string) map[string]bool
	reach = func(from string) map[string]bool {
		if reaches[from] == nil {
			reaches[from] = map[string]bool{}
			for _, to := range graph[from] {
				reaches[from][to] = true
				maps.Copy(reaches[from], reach(to))
			}
		}
		return reaches[from]
	}
	out := map[string][]string{}
	for from, all := range graph {
		out[from] = slices.DeleteFunc(slices.Sorted(slices.Values(all)), func(to string) bool {
			return slices.ContainsFunc(all, func(via string) bool { return reach(via)[to] })
		})
	}
	return out
}

// drawn returns the arrows of a drawing, and the packages in their order.
func drawn(text string) (arrows map[string][]string, order []string) {
	arrows = map[string][]string{}
	for line := range strings.Lines(text) {
		left, right, _ := strings.Cut(line, "→")
		if strings.HasPrefix(line, "---") || strings.TrimSpace(line) == "" {
			continue
		}
		words := strings.Fields(left)
		if !strings.HasPrefix(line, " ") {
			words = words[1:] // the name of a layer
		}
		if len(words) > 0 {
			order = append(order, words[0])
		}
		from := order[len(order)-1]
		arrows[from] = append(arrows[from], strings.Fields(right)...)
	}
	for _, to := range arrows {
		slices.Sort(to)
	}
	return arrows, order
}

// layerMistakes says what a drawing of layers has wrong.
func layerMistakes(drawing string, graph map[string][]string) (mistakes []string) {
	arrows, order := drawn(drawing)
	want := reduce(graph)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !slices.Contains(order, name) {
			mistakes = append(mistakes, "missing: "+name+" → "+strings.Join(want[name], " "))
		} else if !slices.Equal(arrows[name], want[name]) {
			mistakes = append(mistakes, "arrows of "+name+" → "+strings.Join(arrows[name], " ")+"; the imports are "+strings.Join(want[name], " "))
		}
	}
	for i, name := range order {
		if _, ok := want[name]; !ok {
			mistakes = append(mistakes, "there is no package "+name)
		}
		if slices.Contains(order[:i], name) {
			mistakes = append(mistakes, name+" is drawn twice")
		}
		for _, to := range arrows[name] {
			if slices.Contains(order[:i+1], to) {
				mistakes = append(mistakes, name+" imports "+to+", which is not below it")
			}
		}
	}
	return mistakes
}

// TestLayers checks that the drawing in architecture.md is the graph of imports.
func TestLayers(t *testing.T) {
	graph, drawing := imports(t), fenced(t, readPage(t, "architecture.md"), "text")
	for _, m := range layerMistakes(drawing, graph) {
		t.Error(m)
	}
}

// TestNoServer checks that a game without package inspect links no HTTP server.
func TestNoServer(t *testing.T) {
	for pkg, want := range map[string]bool{".": false, "./luabind/geom": false, "./internal/rows": false, "./engine/metrics": false, "./inspect": true} {
		cmd := exec.Command("go", "list", "-deps", pkg)
		cmd.Dir = ".."
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		deps := strings.Fields(string(out))
		for _, name := range []string{"net/http", module + "/inspect", "github.com/coder/websocket"} {
			if got := slices.Contains(deps, name); got != want {
				t.Errorf("%s links %s: %t, want %t", pkg, name, got, want)
			}
		}
	}
}

// TestLayerMistakes checks that TestLayers finds each mistake of a drawing, and nothing else.
func TestLayerMistakes(t *testing.T) {
	graph := map[string][]string{"game": {"lua", "tree", "node"}, "lua": {"node"}, "tree": {"node"}, "node": nil}
	for _, c := range [][2]string{
		{"top   game → lua\n           → tree\n---\n      tree → node\n      lua → node\nlow   node\n", ""},
		{"top   game → lua\n      tree → node\n      lua → node\nlow   node\n", "arrows of game → lua; the imports are lua tree"},
		{"top   game → lua tree node\n      tree → node\n      lua → node\nlow   node\n", "arrows of game → lua node tree; the imports are lua tree"},
		{"top   game → lua tree\n      tree → node\nlow   node\n", "missing: lua → node"},
		{"top   game → lua tree\n      tree → node\n      lua → node\nlow   node\n      sound\n", "there is no package sound"},
		{"top   game → lua tree\n      tree → node\n      lua → node\nlow   node\n      node\n", "node is drawn twice"},
		{"top   game → lua tree\n      tree → node\nlow   node\n      lua → node\n", "lua imports node, which is not below it"},
	} {
		if got := strings.Join(layerMistakes(c[0], graph), "\n"); got != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
	}
}

// place is how pages name something in a file of Go.
var place = regexp.MustCompile(`\b([\w./]+\.go):([A-Za-z_][\w.]*\w)`)

// declared returns the names that a file of Go declares: functions, types, constants,
// variables, and methods and fields as Type.Name.
func declared(file string) (map[string]bool, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[receiver(d)+d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					for _, f := range fields(s.Type) {
						names[s.Name.Name+"."+f] = true
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names, nil
}

// fields returns the names of the fields of a struct.
func fields(x ast.Expr) (names []string) {
	if s, ok := x.(*ast.StructType); ok {
		for _, f := range s.Fields.List {
			for _, n := range f.Names {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

// receiver returns the type of a method with a dot behind it, "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	x := d.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if generic, ok := x.(*ast.IndexExpr); ok {
		x = generic.X
	}
	return x.(*ast.Ident).Name + "."
}

// TestPlaces checks that each name written as file.go:name in a page is declared in that file,
// and that the Go files named there exist.
func TestPlaces(t *testing.T) {
	files := map[string]map[string]bool{}
	found := 0
	for _, page := range everyPage(t) {
		text := readPage(t, page)
		for _, m := range place.FindAllStringSubmatch(text, -1) {
			if files[m[1]] == nil {
				names, err := declared(filepath.Join("..", filepath.FromSlash(m[1])))
				if err != nil {
					t.Errorf("%s: %v", page, err)
				}
				files[m[1]] = names
			}
			if found++; files[m[1]] != nil && !files[m[1]][m[2]] {
				t.Errorf("%s: %s does not declare %s", page, m[1], m[2])
			}
		}
	}
	if found < 50 {
		t.Errorf("the pages name %d places", found)
	}
	for _, m := range regexp.MustCompile("`([\\w/]+/[\\w/]+\\.go)`").FindAllStringSubmatch(readPage(t, "architecture.md"), -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Error(err)
		}
	}
	if names, err := declared("architecture_test.go"); err != nil || !names["TestPlaces"] || !names["place"] || names["none"] {
		t.Errorf("%v %v", names, err)
	}
}

// goFile is a name of a Go file, or a pattern of names, in a package comment.
var goFile = regexp.MustCompile(`(?:^|[^\w/*])([\w*]+\.go)\b`)

// TestFileLists checks that a package comment that names files of its package names all of them, and no others. Files
// of tests count only in a package of tests. cmd/bough/commands names only files that are not commands. The file zh.go is the
// same in all packages, and package internal/lang describes it.
func TestFileLists(t *testing.T) {
	lists := 0
	for name := range imports(t) {
		dir := filepath.Join("..", strings.TrimPrefix(name, rootPackage))
		comment, files := packageComment(t, dir)
		if name == "internal/lang" {
			continue
		}
		named := goFile.FindAllStringSubmatch(comment, -1)
		if named == nil || name == "cmd/bough/commands" {
			continue
		}
		lists++
		listed := map[string]bool{}
		for _, m := range named {
			any := false
			for _, f := range files {
				if ok, _ := filepath.Match(m[1], f); ok {
					any, listed[f] = true, true
				}
			}
			if !any {
				t.Errorf("the package comment of %s names %s, which it does not have", name, m[1])
			}
		}
		for _, f := range files {
			if !listed[f] && f != "zh.go" {
				t.Errorf("the package comment of %s names files, but not %s", name, f)
			}
		}
	}
	if lists < 10 {
		t.Errorf("%d package comments name files", lists)
	}
}

// packageComment returns the package comment of a directory, and its Go files except doc.go.
func packageComment(t *testing.T, dir string) (comment string, files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var tests []string
	for _, path := range all {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		switch base := filepath.Base(path); {
		case strings.HasSuffix(base, "_test.go"):
			tests = append(tests, base)
			continue
		case base != "doc.go":
			files = append(files, base)
		}
		comment += f.Doc.Text()
	}
	if files == nil {
		files = tests
	}
	return comment, files
}

// maxWords bounds the glossary, so that it stays one that a newcomer reads.
const maxWords = 42

// TestGlossary checks that the glossary is short and sorted, and that the packages use its words.
func TestGlossary(t *testing.T) {
	_, table, _ := strings.Cut(readPage(t, "architecture.md"), "| word | meaning |\n| --- | --- |\n")
	var words []string
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) == 4 {
			words = append(words, strings.TrimSpace(cells[1]))
		}
	}
	if len(words) < 20 || len(words) > maxWords {
		t.Errorf("%d words; want at most %d", len(words), maxWords)
	}
	if !slices.IsSorted(words) {
		t.Errorf("not sorted: %v", words)
	}
	used := map[string]int{}
	for name := range imports(t) {
		text := strings.ToLower(packageText(t, filepath.Join("..", strings.TrimPrefix(name, rootPackage))))
		for _, w := range words {
			if hasWord(text, w) {
				used[w]++
			}
		}
	}
	for _, w := range words {
		if used[w] < 2 {
			t.Errorf("%s: %d packages use this word", w, used[w])
		}
	}
}

// hasWord reports whether a word of the text begins with w. A regular expression takes long in so much text.
func hasWord(text, w string) bool {
	for at := 0; ; at += len(w) {
		i := strings.Index(text[at:], w)
		if i < 0 {
			return false
		}
		at += i
		last, _ := utf8.DecodeLastRuneInString(text[:at])
		if at == 0 || last != '_' && !unicode.IsLetter(last) && !unicode.IsDigit(last) {
			return true
		}
	}
}

// packageText returns the Go code in a folder, tests apart.
func packageText(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
