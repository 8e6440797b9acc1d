package treediff_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
)

func parse(t testing.TB, text string) []*trees.File {
	t.Helper()
	f, list := trees.Parse("", []byte(text))
	if len(list) > 0 {
		t.Fatal(list)
	}
	return []*trees.File{f}
}

func words(t testing.TB, before, after string) string {
	return treediff.Words(treediff.Files(parse(t, before), parse(t, after)))
}

func TestWordsOfComputedValues(t *testing.T) {
	got := words(t, "tree a\n  root\n    wait 2 weight=n\n    set g = g + 5\n", "tree a\n  root\n    wait (nap * 2) weight=(n)\n    set g = g + 6, n = 2\n")
	want := "tree a\n  wait: values 2 → (nap * 2)\n  set: parameter g (g + 5) → (g + 6)\n  set: parameter n 2 added\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWords(t *testing.T) {
	const base = "tree a\n  root\n    b\n    c x=1 when hp < 3\n      d\n    e\n"
	for _, tt := range []struct{ name, after, want string }{
		{"nothing", base, ""},
		{"comment", "# c\n" + base, ""},
		{"condition", strings.Replace(base, "hp < 3", "hp < 4", 1), "  c: condition hp < 3 → hp < 4\n"},
		{"no condition", strings.Replace(base, " when hp < 3", "", 1), "  c: condition hp < 3 removed\n"},
		{"value", strings.Replace(base, "x=1", "x=2", 1), "  c: parameter x 1 → 2\n"},
		{"percent", strings.Replace(base, "x=1", "x=50%", 1), "  c: parameter x 1 → 50%\n"},
		{"computed", strings.Replace(base, "b\n", "wait (nap * 2) weight=hunger\n", 1), "  removed  b\n  added    wait  below root, before c\n"},
		{"note", strings.Replace(base, "    b\n", "    b note=\"n\"\n", 1), "  b: note \"n\" added\n"},
		{"mark", strings.Replace(base, "    b\n", "    b +\n", 1), "  b: mark + added\n"},
		{"disabled", strings.Replace(base, "    c x", "    disabled c x", 1), "  c: mark disabled added\n"},
		{"added", strings.Replace(base, "      d\n", "      d\n      f\n", 1), "  added    c/f  below c, after d\n"},
		{"removed", strings.Replace(base, "      d\n", "", 1), "  removed  c/d\n"},
		{"removed with children", "tree a\n  root\n    b\n    e\n", "  removed  c\n  removed  c/d\n"},
		{"moved", "tree a\n  root\n    e\n    b\n    c x=1 when hp < 3\n      d\n", "  moved    e  to below root, before b\n"},
		{"moved away", "tree a\n  root\n    b\n      d\n    c x=1 when hp < 3\n    e\n", "  moved    c/d  to below b\n"},
		{"renamed", strings.Replace(base, "    e\n", "    f\n", 1), "  removed  e\n  added    f  below root, after c\n"},
		{"root", strings.Replace(base, "  root\n", "  base\n", 1), "  base: name root → base\n"},
		{"doc", strings.Replace(base, "tree a", "tree a \"D\"", 1), "  description: \"D\" added\n"},
		{"parameter", strings.Replace(base, "tree a", "tree a s=2 r", 1), "  parameter s: default 2 added\n  parameter r: required added\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want != "" {
				want = "tree a\n" + want
			}
			if got := words(t, base, tt.after); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTrees(t *testing.T) {
	got := words(t, "condition l = hp < 3\n\ntree a\n  x\n\ntree b\n  y\n    z\n", "condition l = hp < 4\n\ntree c\n  y\n    z\n\ntree d\n  w\n")
	want := "condition l: hp < 3 → hp < 4\nremoved  tree a\ntree c\n  name: b → c\nadded    tree d\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got = words(t, "tree a\n  x id=k\n    y id=m p=1\n", "tree a\n  y id=m p=2\n    x id=k\n")
	if !strings.Contains(got, "parameter p 1 → 2") || strings.Contains(got, "added") || strings.Contains(got, "removed") {
		t.Errorf("ids do not pair nodes:\n%s", got)
	}
}

// TestSamesDoNotDiffer checks that each sample has no difference from itself.
func TestSamesDoNotDiffer(t *testing.T) {
	count := 0
	for _, root := range []fs.FS{testdata.Samples(), os.DirFS("../../trees/testdata/good")} {
		err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".bt" {
				return err
			}
			src, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			f, list := trees.Parse(path, src)
			if list.Err() != nil {
				return nil
			}
			again, _ := trees.Parse(path, trees.Format(f))
			count++
			if r := treediff.Files([]*trees.File{f}, []*trees.File{again}); !r.Empty() {
				t.Errorf("%s differs from itself:\n%s", path, treediff.Words(r))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 40 {
		t.Errorf("only %d files", count)
	}
}

// TestRandomEdits checks that edited nodes are listed, and no others.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 2 + r.IntN(30)
		lines := randomTree(r, n)
		edited := append([]string(nil), lines...)
		i := 1 + r.IntN(n-1)
		edited[i] += fmt.Sprintf(" p%d=7", i)
		got := words(t, "tree a\n"+strings.Join(lines, "\n")+"\n", "tree a\n"+strings.Join(edited, "\n")+"\n")
		name := strings.TrimSpace(lines[i])
		if strings.Count(got, "\n") != 2 || !strings.Contains(got, name+": parameter p"+fmt.Sprint(i)+" 7 added") {
			t.Fatalf("%s\nedited line %d:\n%s", strings.Join(lines, "\n"), i, got)
		}
		back := words(t, "tree a\n"+strings.Join(edited, "\n")+"\n", "tree a\n"+strings.Join(lines, "\n")+"\n")
		if !strings.Contains(back, "7 removed") {
			t.Fatalf("in the other direction:\n%s", back)
		}
	}
}

// randomTree returns the lines of n nodes with unique names.
func randomTree(r *rand.Rand, n int) []string {
	lines := []string{"  n0"}
	depth := 1
	for i := 1; i < n; i++ {
		depth = 2 + r.IntN(depth)
		lines = append(lines, strings.Repeat("  ", depth)+fmt.Sprintf("n%d", i))
	}
	return lines
}

// TestLargeTrees compares trees of the largest size in which all children have moved.
func TestLargeTrees(t *testing.T) {
	var before, after []string
	for i := range trees.MaxNodes - 1 {
		before = append(before, fmt.Sprintf("    n%d", i))
		after = append(after, fmt.Sprintf("    m%d x=%d", trees.MaxNodes-i, i))
	}
	got := treediff.Files(parse(t, "tree a\n  root\n"+strings.Join(before, "\n")+"\n"), parse(t, "tree a\n  root\n"+strings.Join(after, "\n")+"\n"))
	if n := len(got.Trees[0].Changes); n != 2*(trees.MaxNodes-1) {
		t.Errorf("%d changes", n)
	}
}
