package assets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/luabind"
)

// TestRootBelow checks that a folder with a RootFile is not loaded by a game that opens the
// folder above it.
func TestRootBelow(t *testing.T) {
	rt := luabind.NewRuntime(luabind.Options{})
	idle := &fstest.MapFile{Data: []byte("return {}")}
	fsys := fstest.MapFS{"a.lua": idle, "demo/bough.root": {}, "demo/b.lua": idle, "demo/deep/c.lua": idle, "other/d.lua": idle}
	m := assets.NewManager(assets.Options{FS: fsys, Runtime: rt})
	if rep := m.Load(); !slices.Equal(rep.Applied, []string{"a", "other.d"}) {
		t.Errorf("loaded %v", rep.Applied)
	}
	fsys["demo/b.lua"] = &fstest.MapFile{Data: []byte("return { doc = 'new' }")}
	if rep := m.Reload([]string{"demo/b.lua", "demo/deep/c.lua"}); rep != nil {
		t.Errorf("reloaded %v", rep.Applied)
	}
}

// TestRootFileComesAndGoes checks that a RootFile that appears, disappears or moves while a game runs has the same
// effect as in a game that starts with these files, also while the game is pinned.
func TestRootFileComesAndGoes(t *testing.T) {
	files := map[string]string{
		"main.bt": "tree main\n  root\n", "root.lua": empty, "x/a.lua": says(1), "x/y/b.lua": says(2), "x/y/t.bt": "tree t\n  root\n",
		"xx/c.lua": says(3),
	}
	if !assets.Relevant("x/bough.root") || assets.Relevant("x/.hidden/bough.root") {
		t.Error("a watcher does not report RootFiles, or reports hidden ones")
	}
	for _, pinned := range []bool{false, true} {
		t.Run(fmt.Sprintf("pinned %v", pinned), func(t *testing.T) {
			s := newShelf(t, files)
			s.Load()
			for _, step := range []struct {
				saves map[string]string // by path; "" deletes
				want  string            // the files, and how many of them wait if the game is pinned
			}{
				{map[string]string{"x/bough.root": "#"}, "main.bt root.lua xx/c.lua 3"},
				{map[string]string{"x/bough.root": "# changed"}, "main.bt root.lua xx/c.lua 3"},
				{map[string]string{"x/a.lua": says(4), "x/new.lua": says(5)}, "main.bt root.lua xx/c.lua 3"},
				{map[string]string{"x/y/bough.root": "#"}, "main.bt root.lua xx/c.lua 3"},
				{map[string]string{"x/bough.root": ""}, "main.bt root.lua x/a.lua x/new.lua xx/c.lua 4"},
				{map[string]string{"x/bough.root": "#", "x/y/bough.root": ""}, "main.bt root.lua xx/c.lua 3"},
				{map[string]string{"x/bough.root": "", "bough.root": "#"}, "main.bt root.lua x/a.lua x/new.lua x/y/b.lua x/y/t.bt xx/c.lua 2"},
				{map[string]string{"x/y/bough.root": "#", "x/y/b.lua": ""}, "main.bt root.lua x/a.lua x/new.lua xx/c.lua 4"},
				{map[string]string{"x/y/bough.root": "", "x/y/b.lua": says(2), "x/new.lua": "", "x/a.lua": says(1)}, "main.bt root.lua x/a.lua x/y/b.lua x/y/t.bt xx/c.lua 0"},
				{map[string]string{"nowhere/bough.root": "#", ".git/bough.root": "#"}, "main.bt root.lua x/a.lua x/y/b.lua x/y/t.bt xx/c.lua 0"},
			} {
				if pinned {
					s.Pin()
				}
				s.saveAll(step.saves)
				want, waiting := step.want[:strings.LastIndex(step.want, " ")], step.want[strings.LastIndex(step.want, " ")+1:]
				if got := fmt.Sprint(len(s.Waiting())); pinned && got != waiting {
					t.Errorf("%v: %v wait; want %s", step.saves, s.Waiting(), waiting)
				}
				if pinned {
					continue
				}
				if got := strings.Join(s.Bundle().Files(), " "); got != want {
					t.Errorf("%v: files %s\nwant %s", step.saves, got, want)
				}
				fresh := newShelf(t, nil, func(o *assets.Options) { o.FS = s.files })
				fresh.Load()
				if a, b := s.Bundle(), fresh.Bundle(); a.Hash != b.Hash || a.Problems.Err() != nil || b.Problems.Err() != nil {
					t.Errorf("%v: problems %v\nand of a start: %v", step.saves, a.Problems, b.Problems)
				}
			}
			s.put("x/bough.root", "#")
			s.Pin()
			s.Unpin()
			if got := strings.Join(s.Bundle().Files(), " "); got != "main.bt root.lua xx/c.lua" {
				t.Errorf("after all files were read: %s", got)
			}
		})
	}
}
