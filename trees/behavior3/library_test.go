package behavior3

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
)

// TestTheirLibrariesOpen exports the trees of the project and reads them with the libraries for the editors' files.
// These must find the same nodes.
func TestTheirLibrariesOpen(t *testing.T) {
	folder := os.Getenv("BOUGH_BEHAVIOR3")
	if folder == "" || testing.Short() {
		t.Skip("to run it: .ci/behavior3 FOLDER installs the libraries with npm; then BOUGH_BEHAVIOR3=FOLDER go test ./trees/behavior3")
	}
	eachOwnFile(t, func(t *testing.T, f *trees.File, d Dialect) { opened(t, folder, f, d) })
}

func opened(t *testing.T, folder string, f *trees.File, d Dialect) {
	t.Helper()
	out, list := Export(f, d)
	if err := list.Err(); err != nil {
		t.Error(err)
		return
	}
	file := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(file, out, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command("node", "testdata/read.cjs", folder, d.String(), file).CombinedOutput()
	if want := shown(f, d); err != nil || string(got) != want {
		t.Errorf("%s, %s: %v, got\n%.3000s\nwant\n%s", f.Path, d, err, got, want)
	}
}

// shown returns the output that read.cjs should print for a file.
func shown(f *trees.File, d Dialect) string {
	var b strings.Builder
	ex := exporter{file: f, dialect: d}
	var node func(n *trees.Node, depth int)
	node = func(n *trees.Node, depth int) {
		name := ex.name(n)
		if n.Include && d == Nested {
			name = "tree " + n.Name + ".json"
		}
		b.WriteString(strings.Repeat("  ", depth) + name + "\n")
		for _, c := range n.Children {
			node(c, depth+1)
		}
	}
	for _, t := range f.Trees {
		b.WriteString("tree " + t.Name + "\n")
		if node(t.Root, 1); d == Nested {
			break
		}
	}
	return b.String()
}
