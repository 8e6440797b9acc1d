package hotreload

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func (f folder) walk(name string) (listing, []string) {
	var entered []string
	w := walker{disk: osDisk{}, root: f.dir, match: MatchDefault, enter: func(name, real string) { entered = append(entered, name) }}
	return w.walk(name), entered
}

func TestWalk(t *testing.T) {
	f := newFolder(t, "b.lua", "a/x.bt", "a/y.txt", "a/z.lua~", ".git/h.lua", "a/deep/er/q.lua")
	l, entered := f.walk(".")
	if want := []string{"a/deep/er/q.lua", "a/x.bt", "b.lua"}; !slices.Equal(l.files, want) {
		t.Errorf("files %q", l.files)
	}
	if want := []string{".", "a", "a/deep", "a/deep/er"}; !slices.Equal(entered, want) {
		t.Errorf("entered %q", entered)
	}
	if l, _ := f.walk("a/deep"); !slices.Equal(l.files, []string{"a/deep/er/q.lua"}) {
		t.Errorf("below: %q", l.files)
	}
	for _, name := range []string{"none", "b.lua", "b.lua/x"} {
		if l, entered := f.walk(name); len(l.files)+len(l.failed)+len(entered) != 0 {
			t.Errorf("%s: %+v, entered %q", name, l, entered)
		}
	}
}

func TestWalkThroughLinks(t *testing.T) {
	shared := newFolder(t, "math.lua")
	f := newFolder(t, "own.lua")
	f.link(shared.dir, "lib")
	f.link(shared.path("math.lua"), "direct.lua")
	f.link("nowhere", "later")
	l, _ := f.walk(".")
	if want := []string{"direct.lua", "lib/math.lua", "own.lua"}; !slices.Equal(l.files, want) {
		t.Errorf("files %q", l.files)
	}
	if want := []string{"later", "lib"}; !slices.Equal(slices.Sorted(maps.Keys(l.links)), want) {
		t.Errorf("links %v", l.links)
	}
}

func TestWalkEndsOnCycles(t *testing.T) {
	f := newFolder(t, "a/x.lua", "b/y.lua")
	f.link(f.dir, "a/up")
	f.link(".", "b/self")
	f.link(filepath.Dir(f.dir), "b/above")
	f.link("../b", "a/b")
	f.link("../a", "b/a")
	l, _ := f.walk(".")
	if want := []string{"a/b/y.lua", "a/x.lua", "b/a/x.lua", "b/y.lua"}; !slices.Equal(l.files, want) {
		t.Errorf("files %q", l.files)
	}
	if l, _ := f.walk("a/b"); !slices.Equal(l.files, []string{"a/b/y.lua"}) {
		t.Errorf("from below: %q", l.files)
	}
}

// TestWalkIsBounded walks ten directories that are linked to one another, which have
// 10! paths.
func TestWalkIsBounded(t *testing.T) {
	f := newFolder(t)
	for i := range 10 {
		f.mkdir(fmt.Sprint("d", i))
		for j := range 10 {
			if i != j {
				f.link(fmt.Sprint("../d", j), fmt.Sprintf("d%d/l%d", i, j))
			}
		}
	}
	var entered int
	w := walker{disk: osDisk{}, root: f.dir, match: MatchDefault, enter: func(name, real string) { entered++ }, limit: 100}
	l := w.walk(".")
	if entered != 100 || len(l.failed) != 1 {
		t.Fatalf("entered %d, failed %d", entered, len(l.failed))
	}
	for name, err := range l.failed {
		if !strings.Contains(err.Error(), "more than 100 directories") || !l.unknown(name+"/x.lua") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
