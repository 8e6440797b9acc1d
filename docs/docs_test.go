// Package docs_test keeps the pages of this folder true: it runs what they
// show and compares it with what they say. With -update it writes the texts
// between the marks and the outputs anew.
//
// A block in a page may be
//
//	lua          a behavior that is checked without a finding; "-- file: NAME"
//	             in its first line makes it a file of the page, a second block
//	             of that name its next version
//	bt           trees that link against the files of the page and run 20 ticks
//	lua error,   a file with a mistake; the text block behind it is the message
//	bt error
//	go           a fragment, or a program (package main) that is vetted, built
//	             and, with a text block behind it, run
//	text         behind a comment "<!-- play": what the commands in it print;
//	             see play
//
// A comment "<!-- fields: hp=100 -->" gives the agents of a page their fields.
//
//	docs_test.go, play_test.go   blocks and plays of the pages listed in pages
//	typed_test.go                commands that are typed in an empty folder
//	links_test.go                links and anchors of all pages
//	zh_test.go                   pages in Chinese, beside their originals
//	architecture_test.go         architecture.md: imports, names in the code, words
//	rules_test.go                semantics.md: numbers, cases, tables, bounds
//	from_test.go, btcpp_test.go  pages about other systems: tables, imports, exports
//	kinds_test.go, gallery_test.go, pictures_test.go, testing_test.go, performance_test.go, limits_test.go, inspect_test.go
//	                             the pages of these names
package docs_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

var update = flag.Bool("update", false, "write outputs and tables into the pages")

var pages = []string{"semantics.md", "scripting.md", "embedding.md", "snapshots.md", "recordings.md", "performance.md",
	"from-unreal.md", "from-godot.md", "from-py-trees.md", "from-tsiu.md", "from-owlcat.md", "from-gopher-lua.md"}

// page is one file of the documentation.
type page struct {
	name   string
	text   string
	blocks []*block
	fields bough.Fields
	edits  []edit
	title  string // of a section of a page
	from   int    // where the section begins
}

// block is one fenced block.
type block struct {
	lang, text string
	line       int    // of the fence
	at         int    // where text begins in the page
	file       string // the file whose content it is, or ""
	play       []string
}

type edit struct {
	from, to int
	text     string
}

func load(t *testing.T, name string) *page {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{name: name, text: string(text), fields: bough.Fields{}}
	if _, rest, ok := strings.Cut(p.text, "<!-- fields:"); ok {
		list, _, _ := strings.Cut(rest, "-->")
		p.fields = fieldsOf(strings.Fields(list))
	}
	p.split(t)
	return p
}

// split finds the blocks.
func (p *page) split(t *testing.T) {
	t.Helper()
	var b *block
	var comment []string
	inComment, at := false, 0
	for i, line := range strings.SplitAfter(p.text, "\n") {
		word := strings.TrimRight(line, "\n")
		switch {
		case b != nil && word == "```":
			b.text = p.text[b.at:at]
			b.file = fileOf(b)
			p.blocks, b = append(p.blocks, b), nil
		case b != nil:
		case strings.HasPrefix(word, "```"):
			b = &block{lang: word[3:], line: i + 1, at: at + len(line), play: comment}
			comment = nil
		case word == "<!-- play":
			inComment, comment = true, []string{}
		case word == "-->":
			inComment = false
		case inComment:
			comment = append(comment, word)
		case word != "":
			comment = nil
		}
		at += len(line)
	}
	if b != nil {
		t.Fatalf("%s:%d: the block is not closed", p.name, b.line)
	}
}

var (
	fileMark = regexp.MustCompile(`^(?:--|#) file: (\S+)\n`)
	treeName = regexp.MustCompile(`(?m)^tree (\w+)`)
)

func fileOf(b *block) string {
	if m := fileMark.FindStringSubmatch(b.text); m != nil {
		return m[1]
	}
	if m := treeName.FindStringSubmatch(b.text); m != nil && strings.HasPrefix(b.lang, "bt") {
		return m[1] + assets.TreeExt
	}
	return ""
}

// want records that the text from..to of the page should equal got.
func (p *page) want(t *testing.T, from, to int, got string) {
	t.Helper()
	if p.text[from:to] == got {
		return
	}
	if *update {
		p.edits = append(p.edits, edit{from, to, got})
		return
	}
	t.Errorf("%s:%d: (-update rewrites it)\ngot\n%s\nthe page says\n%s", p.name, 1+strings.Count(p.text[:from], "\n"), got, p.text[from:to])
}

func (p *page) save(t *testing.T) {
	t.Helper()
	slices.SortFunc(p.edits, func(a, b edit) int { return b.from - a.from })
	for _, e := range p.edits {
		p.text = p.text[:e.from] + e.text + p.text[e.to:]
	}
	if len(p.edits) > 0 {
		if err := os.WriteFile(p.name, []byte(p.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// versions returns the blocks with the content of a file, in their order.
func (p *page) versions(file string) []*block {
	var out []*block
	for _, b := range p.blocks {
		if b.file == file {
			out = append(out, b)
		}
	}
	return out
}

// files returns the files of the page as a reader knows them at block i: of
// several versions the latest above, or else the first below.
func (p *page) files(i int) fstest.MapFS {
	out := fstest.MapFS{}
	for k, b := range p.blocks {
		if b.file == "" || strings.HasSuffix(b.lang, " error") {
			continue
		}
		if k <= i || out[b.file] == nil {
			out[b.file] = &fstest.MapFile{Data: []byte(b.text)}
		}
	}
	return out
}

func TestPages(t *testing.T) {
	for _, name := range pages {
		t.Run(name, func(t *testing.T) {
			p := load(t, name)
			if len(p.blocks) == 0 {
				t.Fatal("the page shows nothing")
			}
			for i, b := range p.blocks {
				p.check(t, i, b)
			}
			p.programs(t)
			p.save(t)
		})
	}
}

// check checks block i as its language requires.
func (p *page) check(t *testing.T, i int, b *block) {
	t.Helper()
	switch b.lang {
	case "lua":
		p.checkScript(t, b)
	case "bt":
		p.runTrees(t, i, b)
	case "lua error", "bt error":
		p.message(t, i, b)
	case "go":
		if src, err := format.Source([]byte(b.text)); err != nil || string(src) != b.text {
			t.Errorf("%s:%d: not in the form of gofmt: %v", p.name, b.line, err)
		}
	case "text":
		if b.play != nil {
			p.want(t, b.at, b.at+len(b.text), p.play(t, i, b.play))
		}
	}
}

func (p *page) checkScript(t *testing.T, b *block) {
	t.Helper()
	file := b.file
	if file == "" {
		file = "snippet.lua"
	}
	c, problems := luabind.Compile(file, behaviors.NameOfFile(file), []byte(b.text))
	switch {
	case c == nil:
	case strings.HasPrefix(file, assets.ModuleDir+"/"):
		problems = append(problems, c.CheckModule()...)
	default:
		problems = append(problems, c.Check()...)
	}
	if len(problems) > 0 {
		t.Errorf("%s:%d: %v", p.name, b.line, problems)
	}
}

// runTrees ticks an agent for each tree of a block that needs no parameters.
func (p *page) runTrees(t *testing.T, i int, b *block) {
	t.Helper()
	g := p.open(t, p.files(i), bough.Options{OnFault: func(f *engine.Fault) { t.Errorf("%s:%d: %v", p.name, b.line, f) }})
	for _, d := range g.Load() {
		t.Errorf("%s:%d: %v", p.name, b.line, d)
	}
	f, _ := trees.Parse(p.name, []byte(b.text))
	for _, tree := range f.Trees {
		if slices.ContainsFunc(tree.Params, func(q trees.TreeParam) bool { return q.Required }) {
			continue
		}
		if _, err := g.Spawn(tree.Name, p.fields); err != nil {
			t.Errorf("%s:%d: %v", p.name, b.line, err)
		}
	}
	for range 20 {
		g.Tick(100 * time.Millisecond)
	}
}

// TestTreesPage checks the trees of trees.md. Their behaviors and fields do not exist.
func TestTreesPage(t *testing.T) {
	p := load(t, "trees.md")
	for _, b := range p.blocks {
		if b.lang != "bt" {
			continue
		}
		fsys := fstest.MapFS{"a.bt": {Data: []byte(b.text)}}
		for _, d := range p.open(t, fsys, bough.Options{}).Load() {
			if !strings.HasPrefix(d.Message, "there is no ") && !strings.HasPrefix(d.Message, "no script sets ") && !strings.Contains(d.Message, "unknown function near") {
				t.Errorf("%s:%d: %v", p.name, b.line, d)
			}
		}
	}
}

// open opens a game with the helpers that the pages mention.
func (p *page) open(t *testing.T, fsys fstest.MapFS, o bough.Options) *bough.Game {
	t.Helper()
	o.Seed = 1
	o.FieldNames = slices.Sorted(maps.Keys(p.fields))
	nearest := func(id int, reach float64) *int {
		if enemy := 7; reach >= 5 {
			return &enemy
		}
		return nil
	}
	o.Helpers = map[string][]bough.Helper{"field": {
		bough.Func("sight(id, range): nearest visible enemy, or nil", nearest),
		bough.Func("position(id): where an agent stands", func(id int) float64 { return float64(id) }),
	}}
	g, err := bough.OpenFS(fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// message compares the findings in a file with the text block behind it, if
// that is not the output of a play.
func (p *page) message(t *testing.T, i int, b *block) {
	t.Helper()
	if i+1 >= len(p.blocks) || p.blocks[i+1].lang != "text" || b.file == "" {
		if p.title != "" {
			return // a version for a play
		}
		t.Errorf("%s:%d: a file with a mistake needs a name, and a text block with the message behind it", p.name, b.line)
		return
	}
	next := p.blocks[i+1]
	if next.play != nil {
		return
	}
	fsys := p.files(i)
	fsys[b.file] = &fstest.MapFile{Data: []byte(b.text)}
	var found diag.List
	for _, d := range p.open(t, fsys, bough.Options{}).Load() {
		if d.Pos.File == "scripts/"+b.file {
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		t.Errorf("%s:%d: there is no mistake", p.name, b.line)
	}
	p.want(t, next.at, next.at+len(next.text), found.Error()+"\n")
}

// programs vets, builds and runs each Go program of a page. The files of the page are in a folder scripts
// beside the program. The output must equal the text block that follows the program.
// A program without a text block after it is only built.
//
// The programs are packages of one executable, which takes the name of the one to run, because most of the time
// is for linking. An overlay puts them in folders that have the same names in each run, so that the build cache
// has what has not changed.
func (p *page) programs(t *testing.T) {
	t.Helper()
	root, err := os.MkdirTemp(".", "_snippets") // inside the module; ./... does not see it
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(root)
	if root, err = filepath.Abs(root); err != nil {
		t.Fatal(err)
	}
	folder := "_programs/" + strings.TrimSuffix(p.name, ".md")
	overlay := map[string]string{}
	put := func(name, text string) {
		there, err := filepath.Abs(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		overlay[there] = filepath.Join(root, name)
		write(t, overlay[there], []byte(text))
	}
	var names, dirs []string
	outputs := map[string]*block{}
	imports, cases := "", ""
	for i, b := range p.blocks {
		if b.lang != "go" || !strings.Contains("\n"+b.text, "\npackage main\n") {
			continue
		}
		name := "p" + strconv.Itoa(b.line)
		names, dirs = append(names, name), append(dirs, filepath.Join(root, name))
		text := strings.Replace(b.text, "package main\n", "package "+name+"\n", 1)
		put(name+"/main.go", strings.Replace(text, "\nfunc main() {", "\nfunc Main() {", 1))
		for file, f := range p.files(i) {
			put(name+"/scripts/"+file, string(f.Data))
		}
		imports += fmt.Sprintf("\t%q\n", module+"/docs/"+folder+"/"+name)
		cases += fmt.Sprintf("\tcase %q:\n\t\t%s.Main()\n", name, name)
		if i+1 < len(p.blocks) && p.blocks[i+1].lang == "text" {
			outputs[name] = p.blocks[i+1]
		}
	}
	if len(names) == 0 {
		return
	}
	put("main.go", "package main\n\nimport (\n\t\"os\"\n"+imports+")\n\nfunc main() {\n\tswitch os.Args[1] {\n"+cases+"\t}\n}\n")
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "overlay.json"), list)
	goTool(t, ".", append([]string{"vet"}, dirs...)...)
	program := filepath.Join(root, "program")
	if out, err := build(program, "-overlay", filepath.Join(root, "overlay.json"), "./"+folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range names {
		if b := outputs[name]; b != nil {
			p.want(t, b.at, b.at+len(b.text), runIn(t, filepath.Join(root, name), program, name))
		}
	}
}

// build returns the command that builds a program. In contrast to go build, go run keeps the executable in the build
// cache: a program that has not changed is not linked again. Without the data for debuggers linking takes less time.
func build(to string, args ...string) *exec.Cmd {
	return exec.Command("go", append(append([]string{"run", "-exec", "cp", "-ldflags=-s -w"}, args...), to)...)
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func goTool(t *testing.T, dir string, args ...string) { t.Helper(); runIn(t, dir, "go", args...) }

func runIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &stdout, &stderr)
	}
	return stdout.String()
}
