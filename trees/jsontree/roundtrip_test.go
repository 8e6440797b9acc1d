package jsontree_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
	"github.com/bough-dev/bough/trees/internal/mutate"
	"github.com/bough-dev/bough/trees/jsontree"
)

// samples returns all tree files without errors, by path.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for path, f := range testdata.Samples() {
		if filepath.Ext(path) == ".bt" {
			files[path] = f.Data
		}
	}
	for _, dir := range []string{"../testdata/good", "testdata"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".bt" {
				files[path], err = os.ReadFile(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 40 {
		t.Fatalf("%d files", len(files))
	}
	return files
}

// roundTrip converts a file to JSON and back, and compares the canonical forms of the two files. It returns the
// JSON.
func roundTrip(t *testing.T, path string, src []byte) []byte {
	t.Helper()
	f, list := trees.Parse(path, src)
	if len(list) > 0 {
		t.Fatal(list)
	}
	out, err := jsontree.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	back, list := jsontree.Parse(path, out)
	if len(list) > 0 {
		t.Fatalf("%v\nin\n%s", list, out)
	}
	if got, want := trees.Format(back), trees.Format(f); !bytes.Equal(got, want) {
		t.Fatalf("%s comes back as\n%s\nwant\n%s\nthe JSON is\n%s", path, got, want, out)
	}
	again, err := jsontree.Marshal(back)
	if err != nil || !bytes.Equal(again, out) {
		t.Fatalf("%s is not stable: %v\n%s\n%s", path, err, out, again)
	}
	return out
}

func TestRoundTrip(t *testing.T) {
	for path, src := range samples(t) {
		t.Run(filepath.ToSlash(path), func(t *testing.T) { roundTrip(t, path, src) })
	}
}

// FuzzRoundTrip checks that a round trip does not change any file that trees.Parse accepts, byte for byte.
func FuzzRoundTrip(f *testing.F) {
	seeds := slices.Collect(maps.Values(samples(f)))
	slices.SortFunc(seeds, bytes.Compare)
	seeds = append(seeds, []byte("# a\n\n# b\n\ncondition a =#x > 2 # c\n# d\n\ntree a\n  # e\n  root {literal=1} {ref=\"x\"} {} {{}} + when#x > 1\n\n # f\n    # g\n    b\n# h\n\ntree c x\n  root x y=x z={1; 2, k={1, word=2}}\n    parallel success=one failure=\"one\"\n\n\n  # end\n# all\n"))
	for _, src := range append(mutate.Of(seeds, 1000), seeds...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		parsed, list := trees.Parse("fuzz.bt", src)
		if len(list) > 0 {
			t.Skip()
		}
		canonical := trees.Format(parsed)
		if _, list := trees.Parse("fuzz.bt", canonical); len(list) > 0 || len(canonical) > jsondoc.MaxSize/64 {
			t.Skip() // the indentation exceeds a limit
		}
		out := roundTrip(t, "fuzz.bt", src)
		if !strings.HasPrefix(string(out), "{\n") {
			t.Errorf("begins with %.20q", out)
		}
	})
}

// TestRoundTripOfComputedValues checks random values of numbers and fields: literals, names, parameters of the tree and
// expressions.
func TestRoundTripOfComputedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	expression := func() string {
		return pick("gold + 5", "hp", "血量", "given", "f(a, b)", `"a, b" .. x`, "(#list)", "t.when", "not x", "{1, 2} == y", "-x", "5 % 3", `[[ when # ]]`, "a == b", "forever")
	}
	literal := func() string {
		return pick("5", "-0.5", "0xff", `"x, y = z"`, "'x'", "{1, x=2}", "{expr=1}", "nil", "true")
	}
	for range 2000 {
		line := pick("wait", "cooldown", "loop", "chance") + " (" + expression() + ")"
		switch r.IntN(4) {
		case 0:
			line = "wait seconds=(" + expression() + ") weight=(" + expression() + ")"
		case 1:
			line = "override nap (" + expression() + ") gold=(" + expression() + ")"
		case 2:
			var parts []string
			for i := range 1 + r.IntN(4) {
				value := expression()
				if r.IntN(2) == 0 {
					value = literal()
				}
				parts = append(parts, fmt.Sprintf("%s%d = %s", pick("f", "größe", "力"), i, value))
			}
			line = "set " + pick("", "id=i ", "+ ", `note="n" meta={x=1} `) + strings.Join(parts, ", ")
		}
		parent := "  root\n    "
		if strings.HasPrefix(line, "override") {
			parent = "  tree b\n    "
		}
		roundTrip(t, "a.bt", []byte("tree a given=1\n"+parent+line+pick("", "  when x", "  # c")+"\n"))
	}
}
