package behavior3

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/mutate"
)

func content(t testing.TB, src []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &v); err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return v
}

func imported(t testing.TB, src []byte) *trees.File {
	t.Helper()
	f, list := Import("x.json", src)
	if f == nil {
		t.Fatalf("%v\nin\n%s", list, src)
	}
	return f
}

func reparsed(t testing.TB, f *trees.File) *trees.File {
	t.Helper()
	src := trees.Format(f)
	again, list := trees.Parse("x.bt", src)
	if err := list.Err(); err != nil {
		t.Fatalf("%v\nin\n%s", err, src)
	}
	return again
}

var update = flag.Bool("update", false, "rewrite the golden files")

var samples = map[string]Dialect{"guard_tree": Original, "patrol_project": Original, "hunter_nested": Nested}

// TestRoundTrip imports samples, formats them as .bt files, parses these, and exports the result.
func TestRoundTrip(t *testing.T) {
	for name, d := range samples {
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if !Sniff(src) {
				t.Error("not recognized")
			}
			bt := reparsed(t, imported(t, src))
			out, list := Export(bt, d)
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(content(t, src), content(t, out)) {
				t.Errorf("from\n%s\ngot\n%s\nthrough\n%s", src, out, trees.Format(bt))
			}
		})
	}
}

func outline(f *trees.File) string {
	var b strings.Builder
	for _, t := range f.Trees {
		b.WriteString("tree " + t.Name)
		for n := range t.Root.All() {
			b.WriteString("; " + n.Name)
			for _, a := range n.Args {
				b.WriteString(" " + trees.Literal(a.Value))
			}
			for _, p := range n.Params {
				b.WriteString(" " + p.Name + "=" + trees.Literal(p.Value))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestMeaning(t *testing.T) {
	for name, want := range map[string]string{
		"guard_tree":     "tree Guard_Tree; reactive_fallback; sequence; SeesEnemy range=5; wait 1.5; repeat 2; force_success; invert; game_log text=\"hm\"; idle\n",
		"patrol_project": "tree main; reactive_sequence; timeout 2.001; walk; succeed\ntree walk; MoveTo x=3 path={a={1, 2}}\n",
		"hunter_nested":  "tree hunter; fallback; sequence; FindEnemy w=100 h=50 output={\"enemy\"}; Attack input={\"enemy\"}; repeat 3; wait 1; rest\n",
	} {
		src, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if got := outline(imported(t, src)); got != want {
			t.Errorf("%s:\n%swant\n%s", name, got, want)
		}
	}
}

// identities returns the positions and the identities of findings, with their notes, a line each.
func identities(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Pos.String() + ": " + message.Identity(d) + "\n")
		for _, note := range d.Notes {
			b.WriteString("  " + note + "\n")
		}
	}
	return b.String()
}

func TestReport(t *testing.T) {
	src, err := os.ReadFile("testdata/guard_tree.json")
	if err != nil {
		t.Fatal(err)
	}
	_, list := Import("g.json", src)
	for _, want := range []string{
		`g.json:6:11: warning node-became-kind kind="reactive_fallback" node="Priority" -> aborted-at-once`,
		`warning node-became-kind kind="repeat" node="Repeater" -> ends-with-success`, `warning node-is-behavior behavior="SeesEnemy" node="SeesEnemy" -> it`,
		`warning node-is-behavior behavior="game_log" node="log" -> it`, "warning unconnected-nodes -> it",
	} {
		if !strings.Contains(identities(list), want) {
			t.Errorf("without %q: %v", want, list)
		}
	}
}

func TestWrongChildren(t *testing.T) {
	_, list := Import("x.json", []byte(`{"root":{"name":"Invert"}}`))
	if err := list.Err(); err != nil || identities(list) != "x.json:1:9: warning kind-with-wrong-children kind=\"invert\" -> it\n" {
		t.Error(list)
	}
}

// normal formats a file without the parts that an import cannot produce.
func normal(f *trees.File) []byte {
	g := trees.NewFile(f.Path, nil)
	g.Trees, g.Conditions, g.Comments = f.Trees, f.Conditions, nil
	for i, c := range f.Comments {
		c.Trailing, c.Pos = false, diag.Pos{Line: i + 1, Col: 1}
		g.Comments = append(g.Comments, c)
	}
	return trees.Format(g)
}

// TestOwnTrees exports all trees of the project and imports them again.
func TestOwnTrees(t *testing.T) { eachOwnFile(t, roundTrip) }

// eachOwnFile calls visit for the tree files of the project. It passes whole files with the original dialect, and
// single trees with the nested dialect.
func eachOwnFile(t *testing.T, visit func(*testing.T, *trees.File, Dialect)) {
	count := 0
	samples := testdata.Samples()
	err := fs.WalkDir(samples, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".bt" {
			return err
		}
		src, err := samples.ReadFile(path)
		if err != nil {
			return err
		}
		f, list := trees.Parse(path, src)
		if err := list.Err(); err != nil || len(f.Trees) == 0 {
			return err
		}
		count++
		visit(t, f, Original)
		for _, tree := range f.Trees {
			g := *f
			g.Trees = []*trees.Tree{tree}
			visit(t, &g, Nested)
		}
		return nil
	})
	if err != nil || count < 30 {
		t.Errorf("%d files: %v", count, err)
	}
}

func roundTrip(t *testing.T, f *trees.File, d Dialect) {
	t.Helper()
	out, list := Export(f, d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	again, _ := Export(f, d)
	if !bytes.Equal(out, again) {
		t.Errorf("%s is not the same twice", f.Path)
	}
	if got, want := normal(imported(t, out)), normal(f); !bytes.Equal(got, want) {
		t.Errorf("%s, %s: came\n%s\nwant\n%s\nby\n%s", f.Path, d, got, want, out)
	}
}

func TestErrors(t *testing.T) {
	node := `"n":{"id":"n","name":"Sequence","children":[%]}`
	tree := func(s string) string { return `{"title":"t","root":"n","nodes":{` + s + `}}` }
	var chain strings.Builder
	for i := range 300 {
		chain.WriteString(`"` + strconv.Itoa(i) + `":{"name":"Inverter","child":"` + strconv.Itoa(i+1) + `"},`)
	}
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", "empty-file -> it"},
		{"deep", strings.Repeat("[", 100_000), "json-too-deep limit=1000 -> it"},
		{"broken", `{"root":`, "json-cut-short -> it"},
		{"bytes", "{\"a\":\"\xff\"}", `invalid-utf8 byte="0xFF" -> it`},
		{"large", strings.Repeat(" ", 50<<20), "file-too-large limit=8 -> it"},
		{"no nodes", `{"root":"n"}`, "tree-without-nodes -> it"},
		{"number", `3`, "tree-without-nodes -> it"},
		{"no root", `{"nodes":{}}`, "root-not-connected -> it"},
		{"no trees", `{"trees":[]}`, "project-without-trees -> it"},
		{"missing", tree(strings.Replace(node, "%", `"m"`, 1)), `missing-node-id id="m" -> it`},
		{"cycle", tree(strings.Replace(node, "%", `"n"`, 1)), `node-in-two-places id="n" -> it`},
		{"shared", tree(strings.Replace(node, "%", `"m","m"`, 1) + `,"m":{"name":"Failer"}`), `node-in-two-places id="m" -> it`},
		{"chain", `{"root":"0","nodes":{` + chain.String() + `"300":{"name":"Failer"}}}`, "tree-too-large levels=200 nodes=10000 -> it"},
		{"number of rounds", tree(`"n":{"name":"Limiter","child":"m"},"m":{"name":"Failer"}`), `missing-node-number node="Limiter" property="maxLoop" -> it`},
		{"half a round", `{"root":{"name":"Repeat","args":{"count":1.5},"children":[{"name":"a"}]}}`, `fractional-rounds node="Repeat" -> it`},
		{"disabled root", `{"root":{"name":"a","disabled":true}}`, "root-disabled-in-editor -> it"},
		{"nameless", `{"root":{}}`, "node-without-name -> it"},
		{"long", `{"root":{"name":"a","args":{"b":"` + strings.Repeat("x", 20_000) + `"}}}`, "becomes-long-line count=20057 limit=9000 -> it"},
	} {
		f, list := Import("x.json", []byte(c.src))
		if f != nil || len(list.Errors()) != 1 || message.Identity(list.Errors()[0]) != c.want {
			t.Errorf("%s: %.300v; want one error with %q", c.name, list, c.want)
		}
	}
}

func TestExportErrors(t *testing.T) {
	f, _ := trees.Parse("x.bt", []byte("tree a\n  succeed\n\ntree b\n  succeed\n"))
	if out, list := Export(f, Nested); out != nil || identities(list) != "x.bt:4:1: several-trees-in-nested-file -> it\n" {
		t.Error(list)
	}
	if out, list := Export(trees.NewFile("x", nil), Original); out != nil || len(list) != 1 {
		t.Error(list)
	}
}

// TestChanged changes imported trees as a user would, and exports them.
func TestChanged(t *testing.T) {
	f := reparsed(t, imported(t, []byte(`{"title":"t","root":"n","nodes":{"n":{"id":"n","name":"Wait","properties":{"milliseconds":100,"my":[]}}}}`)))
	changed := strings.Replace(string(trees.Format(f)), "wait 0.1", "wait 2 id=pause", 1)
	changed = strings.TrimRight(changed, "\n") + " when hp > 3\n"
	g, list := trees.Parse("x.bt", []byte(changed))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	out, _ := Export(g, Original)
	if !strings.Contains(string(out), `"milliseconds": 2000`) {
		t.Errorf("%s", out)
	}
	if got := trees.Format(reparsed(t, imported(t, out))); string(got) != string(trees.Format(g)) {
		t.Errorf("got\n%s\nwant\n%s", got, changed)
	}
}

func TestCopied(t *testing.T) {
	f := imported(t, []byte(`{"root":"n","nodes":{"n":{"id":"n","name":"Sequence","children":["m"]},"m":{"id":"m","name":"a"}}}`))
	root := f.Trees[0].Root
	root.Children = append(root.Children, root.Children[0])
	out, _ := Export(f, Original)
	if got := outline(imported(t, out)); got != "tree x; reactive_sequence; a; a\n" {
		t.Errorf("%s by\n%s", got, out)
	}
}

// TestGolden compares imported samples, and the report, with golden files.
func TestGolden(t *testing.T) {
	for name := range samples {
		src, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		f, list := Import(name+".json", src)
		if f == nil {
			t.Fatal(list)
		}
		golden(t, "testdata/"+name+".bt", trees.Format(f))
		golden(t, "testdata/"+name+".report", []byte(identities(list)))
	}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) != 3*len(samples)+2 {
		t.Errorf("%d files, of which some belong to no sample: %v", len(files), err)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n%v", file, got, want, err)
	}
}

// TestProjectOfTheEditor checks that a project file of the editor is imported and exported with the same contents,
// whatever the length of its other data.
func TestProjectOfTheEditor(t *testing.T) {
	var nodes []string
	for i := range 400 {
		nodes = append(nodes, `{"version":"0.3.0","scope":"node","name":"Node`+strconv.Itoa(i)+`","category":"action","title":"the   title","properties":{}}`)
	}
	src := `{"name":"example","data":{"version":"0.3.0","scope":"project","selectedTree":"t","trees":[
		{"id":"t","title":"patrol","root":"n","nodes":{"n":{"id":"n","name":"Runner"},"m":{"id":"m","name":"Alone"}}}],
		"custom_nodes":[` + strings.Join(nodes, ",") + `]},"path":"D:\\example.b3"}`
	if !Sniff([]byte(src)) {
		t.Error("not recognized")
	}
	bt := reparsed(t, imported(t, []byte(src)))
	if len(bt.Trees) != 1 || bt.Trees[0].Name != "patrol" {
		t.Errorf("%s", trees.Format(bt))
	}
	out, list := Export(bt, Original)
	if list.Err() != nil || !reflect.DeepEqual(content(t, []byte(src)), content(t, out)) {
		t.Errorf("%v, came\n%.2000s\nby\n%.2000s", list, out, trees.Format(bt))
	}
}

// TestOnceAndParallel checks that the nodes Once and Parallel become equivalent kinds, and are exported unchanged.
func TestOnceAndParallel(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"Once succeeds once, whatever its child does", `{"root":{"name":"Once","children":[{"name":"Look"}]}}`, "tree x; once; force_success; Look\n"},
		{"Parallel waits for all and succeeds", `{"root":{"name":"Parallel","children":[{"name":"Look"},{"name":"Wait","args":{"time":1}},{"name":"a","disabled":true}]}}`, "tree x; parallel; force_success; Look; force_success; wait 1\n"},
		{"Parallel of nothing", `{"root":{"name":"Parallel"}}`, "tree x; parallel\n"},
	} {
		f := imported(t, []byte(c.src))
		if got := outline(f); got != c.want {
			t.Errorf("%s: %swant %s", c.name, got, c.want)
		}
		out, list := Export(reparsed(t, f), Nested)
		if list.Err() != nil || !reflect.DeepEqual(content(t, []byte(c.src)), content(t, out)) {
			t.Errorf("%s: %v\n%s", c.name, list, out)
		}
	}
}

// TestWhyABehavior checks that the report says why a standard node becomes a behavior.
func TestWhyABehavior(t *testing.T) {
	for node, want := range map[string]string{
		`"Wait", "args": {"time": 2, "random": 1}`: `node-is-behavior-since behavior="Wait" node="Wait" reason=(kind-without-property-term kind="wait" property="random") -> it`,
		`"Wait", "input": ["t"]`:                   `node-is-behavior-since behavior="Wait" node="Wait" reason=(number-from-variable-term property="time") -> it`,
		`"Wait"`:                                   `node-is-behavior-since behavior="Wait" node="Wait" reason=(without-property-term property="time") -> it`,
		`"Watch"`:                                  `node-is-behavior behavior="Watch" node="Watch" -> it`,
	} {
		_, list := Import("x.json", []byte(`{"name": "x", "root": {"name": `+node+`}}`))
		if !strings.Contains(identities(list), want) {
			t.Errorf("%s: %v, without %q", node, list, want)
		}
	}
}

// TestNumbers checks what becomes of nodes with a number, with and without a variable that replaces the number.
func TestNumbers(t *testing.T) {
	for node, want := range map[string]string{
		`"Wait", "args": {"time": 2}`:                                                `wait 2`,
		`"Wait", "args": {"time": 2, "random": 0}`:                                   `wait 2`,
		`"Wait", "args": {"time": 2, "random": 1}`:                                   `Wait time=2 random=1`,
		`"Wait", "args": {"time": 2}, "input": ["t"]`:                                `Wait time=2 input={"t"}`,
		`"Wait", "args": {"time": 2}, "input": [""]`:                                 `wait 2`,
		`"Repeat", "args": {"count": 3}, "children": [{"name": "Go"}]`:               `repeat 3; Go`,
		`"Repeat", "input": ["n"], "children": [{"name": "Go"}]`:                     `Repeat input={"n"}; Go`,
		`"RetryUntilSuccess", "args": {"count": 3}, "children": [{"name": "Go"}]`:    `retry 3 per_tick="one"; Go`,
		`"RetryUntilFailure", "args": {"count": 3}, "children": [{"name": "Go"}]`:    `retry 3 per_tick="one"; invert; Go`,
		`"RepeatUntilFailure", "args": {"maxLoop": 3}, "children": [{"name": "Go"}]`: `retry 3 per_tick="one"; invert; Go`,
		`"RetryUntilFailure", "children": [{"name": "Go"}]`:                          `until_failure; Go`,
		`"RetryUntilSuccess", "children": [{"name": "Go"}]`:                          `until_success; Go`,
		`"RepeatUntilSuccess", "args": {"maxLoop": 3}, "children": [{"name": "Go"}]`: `retry 3 per_tick="one"; Go`,
	} {
		src := `{"name": "x", "root": {"id": 1, "name": ` + node + `}}`
		f := imported(t, []byte(src))
		if got := strings.TrimSpace(strings.TrimPrefix(outline(f), "tree x; ")); got != want {
			t.Errorf("%s: %s, want %s", node, got, want)
		}
		out, list := Export(reparsed(t, f), Nested)
		if err := list.Err(); err != nil || !reflect.DeepEqual(content(t, []byte(src)), content(t, out)) {
			t.Errorf("%s: %v, exported %s", node, err, out)
		}
	}
}

// TestStandardNameOfABehavior checks that a node keeps its properties if it has the name of a standard node but
// becomes a behavior.
func TestStandardNameOfABehavior(t *testing.T) {
	src := []byte(`{"root":{"name":"Wait","args":{"tims":1,"":2}}}`)
	out, list := Export(reparsed(t, imported(t, src)), Nested)
	if list.Err() != nil || !reflect.DeepEqual(content(t, src), content(t, out)) {
		t.Errorf("%v\n%s", list, out)
	}
}

func FuzzImport(f *testing.F) {
	var seeds [][]byte
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		src, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, src)
	}
	for _, seed := range []string{
		`{"name":"p","data":{"scope":"project","trees":[{"id":"1","title":"a","root":"n","nodes":{"n":{"name":"Runner"},"m":{"name":"loose   x"}}}],"custom_nodes":[{"name":"x"}]},"path":"D:\\\\p.b3"}`,
		`{"root":{"name":"Wait","args":{"tims":1,"":2}}}`,
		`{"root":{"name":"Parallel","children":[{"name":"Once","children":[{"name":"a"}]},{"name":"Parallel"},{"name":"b","disabled":true}]}}`,
		`{"root":{"name":"a","children":[{"nae":"b","path":"sub/c.json"}]}}`,
		`{"root":{"name":"a","children":[]}}`,
		`{"root":{"name":"Wait","args":{"time":1e-9,"x":{}}}}`,
		`{"root":{"name":"Not","args":null,"children":[{"name":"tree","desc":"a\nb","disabled":false}]}}`,
		`{"root":"n","nodes":{"n":{"name":"Repeater","child":"m"},"m":{"name":"m","children":[],"child":null,"properties":{"id":1,"when":2}}}}`,
		`{"trees":[{"id":"1","title":"a b","root":"n","nodes":{"n":{"name":"1","properties":{"a":[[1],{"b":"c"}]}}}},{"id":"2","title":"a b","root":"n","nodes":{"n":{"name":"Error"}}}]}`,
		`{"root":"n","nodes":{"n":{"name":"MaxTime","properties":{"maxTime":1234.5678},"children":["m"]},"m":{"id":"other","name":"RepeatUntilSuccess","child":"o"},"o":{"name":"Runner"}}}`,
	} {
		seeds = append(seeds, []byte(seed))
	}
	for _, src := range append(mutate.Of(seeds, 3000), seeds...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, list := Import("x.json", src)
		if file == nil {
			if len(list.Errors()) == 0 {
				t.Error("neither a file nor an error")
			}
			return
		}
		bt := reparsed(t, file)
		d := Original
		if kept(bt.Trees[0].Meta, "dialect") == Nested.String() {
			d = Nested
		}
		out, list := Export(bt, d)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if own := bytes.Contains(src, []byte("bough")); !own && !reflect.DeepEqual(content(t, src), content(t, out)) {
			t.Errorf("from\n%s\ngot\n%s\nthrough\n%s", src, out, trees.Format(bt))
		}
	})
}

// TestGoodFiles exports files that use the whole language: parameters, slots, overrides.
func TestGoodFiles(t *testing.T) {
	files, err := filepath.Glob("../testdata/good/*.bt")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, list := trees.Parse(file, src)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if len(f.Trees) == 0 {
			continue
		}
		if _, list := Export(f, Original); list.Err() != nil {
			t.Logf("%s: %v", file, list.Err())
			continue
		}
		roundTrip(t, f, Original)
	}
}

// TestComputedValues exports values that expressions compute, also in nodes that were imported.
func TestComputedValues(t *testing.T) {
	f := reparsed(t, imported(t, []byte(`{"title":"t","root":"n","nodes":{"n":{"id":"n","name":"Wait","properties":{"milliseconds":100}}}}`)))
	f, list := trees.Parse("x.bt", []byte(strings.Replace(string(trees.Format(f)), "wait 0.1", "wait (nap * 2)", 1)+"\ntree b\n  set gold = gold + 5\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	out, list := Export(f, Original)
	want := "x.bt:2:3: warning computed-value-as-text -> it\nx.bt:5:3: warning computed-value-as-text -> it\n"
	if identities(list) != want || !strings.Contains(string(out), `"gold": "gold + 5"`) {
		t.Errorf("%s\n%s", identities(list), out)
	}
	g, _ := Import("x.json", out)
	if got := string(trees.Format(g)); !strings.Contains(got, "wait (nap * 2)") || !strings.Contains(got, "set gold = gold + 5") {
		t.Errorf("got\n%s", got)
	}
}

func TestTreeElsewhere(t *testing.T) {
	f, _ := trees.Parse("x.bt", []byte("tree a\n  sequence\n    tree b\n    tree c\n\ntree b\n  succeed\n"))
	_, list := Export(f, Original)
	if identities(list) != "x.bt:4:5: warning included-tree-elsewhere name=\"c\" -> it\n" {
		t.Error(list)
	}
	f.Trees = f.Trees[:1]
	if _, list := Export(f, Nested); len(list) > 0 {
		t.Error(list)
	}
}

// TestRenamed checks that an imported node is exported under its new name after a user has changed the name in the
// tree file, even if the export would otherwise keep the original name.
func TestRenamed(t *testing.T) {
	project := `{"scope":"project","trees":[
		{"id":"1","title":"main","root":"n","nodes":{"n":{"id":"n","name":"Sequence","children":["a","b"]},"a":{"id":"a","name":"2"},"b":{"id":"b","name":"%s"}}},
		{"id":"2","title":"first","root":"n","nodes":{"n":{"id":"n","name":"Runner"}}},
		{"id":"3","title":"other","root":"n","nodes":{"n":{"id":"n","name":"Runner"}}}]}`
	nested := `{"root":{"name":"Sequence","children":[{"id":2,"path":"sub/first.json"},{"name":"%s"}]}}`
	for _, c := range []struct {
		d                   Dialect
		src, from, to, want string
	}{
		{Original, project, "Error", "tree first -> tree other", "reactive_sequence; other; fail; first; idle; other; idle"},
		{Original, project, "Error", "fail meta -> idle meta", "reactive_sequence; first; idle"},
		{Original, project, "a b", "a_b -> look", "reactive_sequence; first; look"},
		{Nested, nested, "Not", "invert -> force_success", "sequence; first; force_success"},
		{Nested, nested, "a b", "tree first -> tree other", "sequence; other; a_b"},
		{Nested, nested, "a b", "tree first -> look", "sequence; look; a_b"},
	} {
		src := strings.Replace(c.src, "%s", c.from, 1)
		f, list := Import("x.json", []byte(src))
		if f == nil {
			t.Fatal(list)
		}
		old, new, _ := strings.Cut(c.to, " -> ")
		bt := string(trees.Format(f))
		if !strings.Contains(bt, old) {
			t.Errorf("no %q in\n%s", old, bt)
		}
		g, list := trees.Parse("x.bt", []byte(strings.Replace(bt, old, new, 1)))
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		out, _ := Export(g, c.d)
		got := strings.NewReplacer("tree main; ", "", "tree x; ", "", "\ntree ", "; ").Replace(outline(imported(t, out)))
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q, by\n%s", c.to, got, c.want, out)
		}
	}
}

// TestEditsWin checks that changes made in the editor take precedence over the data that Bough has stored in the
// file.
func TestEditsWin(t *testing.T) {
	f, _ := trees.Parse("a.bt", []byte("tree a\n  root\n    chase speed=3  when hp > 3\n    wait 2\n"))
	out, _ := Export(f, Original)
	edited := strings.NewReplacer(`"speed": 3`, `"speed": 4`, `"milliseconds": 2000`, `"milliseconds": 500`).Replace(string(out))
	g, list := Import("a.json", []byte(edited))
	if g == nil {
		t.Fatal(list)
	}
	if got, want := outline(g), "tree a; root; chase speed=4; wait 0.5\n"; got != want || !strings.Contains(identities(list), "warning node-changed -> it") {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, list)
	}
}

func TestSniff(t *testing.T) {
	for src, want := range map[string]bool{
		`{"root":{"name":"a"}}`: true, `{"scope":"project","trees":[]}`: true, `{"root":"n","nodes":{}}`: true, "\ufeff{\"root\":{}}": true,
		`{"name":"x","data":{"scope":"project","trees":[]}}`: true, `{"data":"x","root":{}}`: true,
		`{"root":"n"}`: false, `[]`: false, ``: false, `{"nodes":[]}`: false, "tree a\n  b\n": false,
	} {
		if got := Sniff([]byte(src)); got != want {
			t.Errorf("%s: %t", src, got)
		}
	}
}

// TestOtherDialect exports a tree in a dialect other than its original one.
func TestOtherDialect(t *testing.T) {
	src, err := os.ReadFile("testdata/hunter_nested.json")
	if err != nil {
		t.Fatal(err)
	}
	f := imported(t, src)
	out, list := Export(f, Original)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, []byte("disabled")) {
		t.Errorf("a node of the other dialect in\n%s", out)
	}
	if got := outline(imported(t, out)); got != outline(f) {
		t.Errorf("%s by\n%s", got, out)
	}
}
