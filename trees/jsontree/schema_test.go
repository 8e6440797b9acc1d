package jsontree_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/jsontree"
)

var update = flag.Bool("update", false, "rewrite the golden files and the schema")

const schemaFile = "../../docs/tree.schema.json"

// schema compiles the schema, and validates it against its metaschema.
func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsontree.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(jsontree.SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(jsontree.SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	if s.DraftVersion != 7 {
		t.Fatalf("draft %d", s.DraftVersion)
	}
	return s
}

func validate(t testing.TB, s *jsonschema.Schema, src []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

// TestSchemaFile checks that the schema file for editors matches the catalog.
func TestSchemaFile(t *testing.T) {
	golden(t, schemaFile, jsontree.Schema())
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s (-update rewrites it)\ngot\n%s", file, got)
	}
}

// TestSchemaTakesSamples checks that the schema accepts the JSON of each sample. It leaves out files that are only
// meant to be parsed, since their kinds have invented parameters.
func TestSchemaTakesSamples(t *testing.T) {
	s := schema(t)
	taken := 0
	for path, src := range samples(t) {
		f, list := trees.Parse(path, src)
		if len(list) > 0 {
			t.Fatal(list)
		}
		out, err := jsontree.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(filepath.ToSlash(path), "testdata/good") && !linkable(f) {
			continue
		}
		taken++
		if err := validate(t, s, out); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if taken < 35 {
		t.Errorf("%d files were looked at", taken)
	}
	for i := range behaviors.Kinds {
		f, list := trees.Parse("example.bt", []byte(behaviors.Kinds[i].Example))
		if len(list) > 0 {
			t.Fatal(list)
		}
		out, err := jsontree.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, s, out); err != nil {
			t.Errorf("%s: %v", behaviors.Kinds[i].Name, err)
		}
	}
}

// linkable reports whether each node of a kind has the children and values that the kind needs.
func linkable(f *trees.File) bool {
	for _, tree := range f.Trees {
		for n := range tree.Root.All() {
			k := behaviors.KindNamed(n.Name)
			if k == nil || n.Include || n.Slot || n.Override {
				continue
			}
			least, most := k.Kind.Children()
			if len(n.Children) < least || len(n.Children) > most || len(n.Args) > k.Positional {
				return false
			}
			for _, p := range n.Params {
				if k.Param(p.Name) == nil && !k.Fields && p.Name != "weight" && p.Name != "case" {
					return false
				}
			}
		}
	}
	return true
}

// refused holds documents that the schema refuses. by is "linker" if the linker refuses the document too, and
// otherwise the reader refuses it.
var refused = []struct{ name, root, by string }{
	{"unknown member", `{"node": "succeed", "whenn": "x"}`, "reader"},
	{"no name", `{"args": [1]}`, "reader"},
	{"two names", `{"node": "succeed", "tree": "a"}`, "reader"},
	{"name of another form", `{"node": "a-b"}`, "reader"},
	{"name that is taken", `{"node": "tree"}`, "reader"},
	{"children of another type", `{"node": "sequence", "children": {"node": "succeed"}}`, "reader"},
	{"node that is no object", `{"node": "sequence", "children": ["succeed"]}`, "reader"},
	{"args of another type", `{"node": "wait", "args": 2}`, "reader"},
	{"params of another type", `{"node": "wait", "params": [2]}`, "reader"},
	{"mark of another type", `{"node": "succeed", "nonexclusive": 1}`, "reader"},
	{"id of another form", `{"node": "succeed", "id": "a b"}`, "reader"},
	{"id as a parameter", `{"node": "set", "params": {"id": "a"}}`, "reader"},
	{"empty meta", `{"node": "succeed", "meta": {}}`, "reader"},
	{"empty condition", `{"node": "succeed", "when": " "}`, "reader"},
	{"expression of another kind", `{"node": "succeed", "expression": "hp"}`, "reader"},
	{"no expression", `{"node": "condition"}`, "reader"},
	{"value before an expression", `{"node": "condition", "args": [1], "expression": "hp"}`, "reader"},
	{"value for a tree", `{"tree": "a", "args": [1]}`, "reader"},
	{"node below a slot", `{"slot": "p", "children": [{"node": "succeed"}]}`, "reader"},
	{"literal of another type", `{"node": "repeat", "args": [{"literal": 5}], "children": [{"node": "succeed"}]}`, "reader"},
	{"depth of a comment", `{"before": [{"comment": "x", "depth": -1}], "node": "succeed"}`, "reader"},
	{"unknown parameter", `{"node": "parallel", "params": {"succes": 1}, "children": [{"node": "succeed"}]}`, "linker"},
	{"unknown word", `{"node": "parallel", "params": {"success": "some"}, "children": [{"node": "succeed"}]}`, "linker"},
	{"number of another range", `{"node": "chance", "args": [1.5], "children": [{"node": "succeed"}]}`, "linker"},
	{"negative time", `{"node": "wait", "args": [-1]}`, "linker"},
	{"count that is not whole", `{"node": "repeat", "args": [1.5], "children": [{"node": "succeed"}]}`, "linker"},
	{"text for a number", `{"node": "wait", "params": {"seconds": "2"}}`, "linker"},
	{"number for a text", `{"node": "log", "args": [2]}`, "linker"},
	{"required parameter", `{"node": "wait"}`, "linker"},
	{"value too many", `{"node": "wait", "args": [1, 2]}`, "linker"},
	{"value for a kind without", `{"node": "succeed", "args": [1]}`, "linker"},
	{"child too many", `{"node": "invert", "children": [{"node": "succeed"}, {"node": "succeed"}]}`, "linker"},
	{"no child", `{"node": "invert"}`, "linker"},
	{"child of a leaf", `{"node": "succeed", "children": [{"node": "succeed"}]}`, "linker"},
	{"weight", `{"node": "random", "children": [{"node": "succeed", "params": {"weight": -1}}]}`, "linker"},
}

// TestSchemaAgrees checks that the reader or the linker also refuses each document that the schema refuses.
func TestSchemaAgrees(t *testing.T) {
	s := schema(t)
	for _, root := range []string{
		`{"node": "succeed"}`, `{"tree": "a", "args": [], "children": []}`, `{"slot": "p", "children": [], "args": [1]}`,
		`{"node": "wait", "params": {"seconds": {"ref": "p"}, "weight": 2}}`, `{"node": "parallel", "params": {"success": {"word": "one"}}}`,
		`{"node": "my_behavior", "args": [1, "x", null, [1], {"x": 1}], "params": {"any": true}, "children": [{"node": "b"}]}`,
		`{"node": "set", "params": {"anything": {"literal": "0xff"}}}`, `{"node": "selector", "doc": "x"}`,
	} {
		_, list := jsontree.Parse("a.json", document(root))
		if err := validate(t, s, document(root)); (err == nil) != (list.Err() == nil) {
			t.Errorf("%s: the schema says %v, the reader %v", root, err, list)
		}
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			src := document(tt.root)
			if validate(t, s, src) == nil {
				t.Error("the schema accepts it")
			}
			f, list := jsontree.Parse("a.json", src)
			by := "reader"
			if list.Err() == nil {
				by = linker(t, f)
			}
			if by != tt.by {
				t.Errorf("refused by %q, want %s: %v", by, tt.by, list)
			}
		})
	}
}

// document returns a document with a root node.
func document(root string) []byte {
	return fmt.Appendf(nil, `{"trees": [{"name": "a", "params": [{"name": "p", "default": "succeed"}], "root": %s}]}`, root)
}

// linker returns "linker" if a file cannot be linked, or "" if it can.
func linker(t *testing.T, f *trees.File) string {
	t.Helper()
	game, err := bough.OpenFS(fstest.MapFS{"a.bt": {Data: trees.Format(f)}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if game.Load().Err() == nil {
		return ""
	}
	return "linker"
}

// TestSchemaRefuses checks documents with errors outside of nodes. The schema and the reader must refuse all of
// them.
func TestSchemaRefuses(t *testing.T) {
	s := schema(t)
	for _, src := range []string{
		`[]`, `{}`, `{"trees": []}`, `{"trees": {}}`, `{"tree": []}`, `{"trees": [{"root": {"node": "a"}}]}`, `{"trees": [{"name": "a"}]}`,
		`{"trees": [{"name": "a", "root": {"node": "a"}, "params": ["p"]}]}`, `{"trees": [{"name": "a", "root": {"node": "a"}, "params": [{"default": 1}]}]}`,
		`{"conditions": [{"name": "a"}]}`, `{"conditions": [{"name": "a b", "expression": "x"}]}`, `{"trees": [{"name": "a", "root": "a"}]}`,
		`{"trees": [{"name": "a", "root": {"node": "a"}, "doc": 5}]}`, `{"trees": [{"name": "a", "root": {"node": "a"}}], "crlf": "yes"}`,
		`{"trees": [{"name": "a", "root": {"node": "a"}}], "after": "x"}`,
	} {
		if validate(t, s, []byte(src)) == nil {
			t.Errorf("the schema accepts %s", src)
		}
		if _, list := jsontree.Parse("a.json", []byte(src)); list.Err() == nil {
			t.Errorf("the reader accepts %s", src)
		}
	}
}
