package btcpp

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// golden compares a text with a golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, name)); got != want {
		t.Errorf("%s (-update rewrites it)\ngot\n%s\nwant\n%s", name, got, want)
	}
}

// TestGood imports each file in testdata/good and compares the trees and the report with golden files.
func TestGood(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.xml")
	if len(files) < 3 {
		t.Fatalf("%d files", len(files))
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f, list := Import(filepath.Base(name), read(t, name))
			if list.Err() != nil {
				t.Fatal(list)
			}
			base := strings.TrimSuffix(name, ".xml")
			golden(t, base+".bt", string(trees.Format(f)))
			var text string
			for _, d := range list {
				text += strings.Join(append([]string{identity(d)}, alsoIn(d)...), " ") + "\n"
			}
			golden(t, base+".report", text)
		})
	}
	beside, _ := filepath.Glob("testdata/good/*")
	for _, name := range beside {
		if xml := strings.TrimSuffix(name, filepath.Ext(name)) + ".xml"; !slices.Contains(files, xml) {
			t.Errorf("%s belongs to no file", name)
		}
	}
}

// TestThereAndBack checks that an imported file is exported as the same file, even if the trees were formatted and
// parsed in between.
func TestThereAndBack(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.xml")
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src := read(t, name)
			f, _ := Import("a.xml", src)
			text := trees.Format(f)
			again, list := trees.Parse("a.bt", text)
			if len(list) > 0 {
				t.Fatal(list)
			}
			out, list := Export(again)
			if len(list) > 0 {
				t.Errorf("exporting: %v", list)
			}
			got, want := canonical(t, out), canonical(t, src)
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if strings.Contains(string(out), boughAttr) {
				t.Errorf("a file that was imported has %s:\n%s", boughAttr, out)
			}
			if f, list = Import("a.xml", out); list.Err() != nil || !bytes.Equal(trees.Format(f), text) {
				t.Errorf("the second import differs: %v\n%s\nwant\n%s", list.Err(), trees.Format(f), text)
			}
		})
	}
}

// canonical returns a file with sorted attributes and a sorted model. It omits the parts of the model that follow
// from the trees.
func canonical(t *testing.T, src []byte) string {
	t.Helper()
	root, _, m := decode("", src)
	if m != nil {
		t.Fatal(m)
	}
	var elements []*element
	for _, el := range root.children {
		if el.name == "BehaviorTree" {
			elements = append(elements, el)
		}
	}
	models := &element{name: modelTag}
	for _, m := range telling(modelEntries(root), plainModels(elements)) {
		models.children = append(models.children, m)
	}
	slices.SortFunc(models.children, func(a, b *element) int { return strings.Compare(a.get("ID"), b.get("ID")) })
	root.children = slices.DeleteFunc(root.children, func(el *element) bool { return el.name == modelTag || el.name == "include" })
	root.children = append(root.children, models)
	root.all(func(el *element) {
		slices.SortFunc(el.attrs, func(a, b attr) int { return strings.Compare(a.name, b.name) })
	})
	var b bytes.Buffer
	root.write(&b, "")
	return b.String()
}

// TestOwnTrees checks that an export and an import do not change trees of Bough.
func TestOwnTrees(t *testing.T) {
	eachOwnFile(t, func(f *trees.File) { sameAgain(t, f) })
}

// eachOwnFile visits the tree files of the project.
func eachOwnFile(t *testing.T, visit func(*trees.File)) {
	files := map[string]string{}
	for path, f := range testdata.Samples() {
		if filepath.Ext(path) == ".bt" {
			files[path] = string(f.Data)
		}
	}
	list, _ := filepath.Glob("../testdata/good/*.bt")
	for _, path := range list {
		files[path] = string(read(t, path))
	}
	if len(files) < 30 {
		t.Fatalf("%d files", len(files))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for part := range strings.SplitSeq(files[name], "---\n") {
			f, list := trees.Parse(name, []byte(part))
			if list.Err() == nil && len(f.Trees) > 0 {
				visit(f)
			}
		}
	}
}

// plainText formats a file without its comments and with its conditions first, since the XML does not keep comments
// and the positions of conditions.
func plainText(f *trees.File) string {
	g := trees.NewFile(f.Path, nil)
	g.Trees, g.Conditions = f.Trees, f.Conditions
	return string(trees.Format(g))
}

func sameAgain(t *testing.T, f *trees.File) {
	t.Helper()
	out, list := Export(f)
	if list.Err() != nil {
		t.Fatal(list)
	}
	back, list := Import("out.xml", out)
	if list.Err() != nil {
		t.Fatalf("%s: %v\nin\n%s", f.Path, list.Errors(), out)
	}
	if got, want := plainText(back), plainText(f); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s\nby\n%s", f.Path, got, want, out)
	}
}

// TestTryCatch checks what the report says of a TryCatch, and of the comments that Groot writes.
func TestTryCatch(t *testing.T) {
	for port, want := range map[string]string{"": "nodes-to-write", ` catch_on_halt="false"`: "nodes-to-write", ` catch_on_halt="true"`: "nodes-to-write unknown-node-of-btcpp", ` catch_on_halt="{halt}"`: "nodes-to-write unknown-node-of-btcpp"} {
		_, list := Import("x.xml", []byte(`<root BTCPP_format="4"><!-- ///// --><BehaviorTree ID="A"><TryCatch`+port+`><Lift/><PutDown/></TryCatch></BehaviorTree><!-- Description of Node Models (used by Groot) --></root>`))
		var got []string
		for _, d := range list {
			got = append(got, d.Code)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", port, list, want)
		}
	}
}
