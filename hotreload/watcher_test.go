package hotreload

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// live are options for real events on a busy machine. With these, one save is one set even if the
// test is not scheduled for some time.
var live = Options{Debounce: 200 * time.Millisecond, MaxDelay: 20 * time.Second}

// saves are actions of people and tools, each with the paths of the one set that it must cause.
var saves = []struct {
	name string
	act  func(f folder)
	want []string
}{
	{"vim", func(f folder) {
		f.write("4913", "")
		f.remove("4913")
		f.write(".a.lua.swp", "b0VIM")
		f.rename("a.lua", "a.lua~")
		f.write("a.lua", "new")
		f.remove("a.lua~")
		f.remove(".a.lua.swp")
	}, []string{"a.lua"}},
	{"VS Code", func(f folder) {
		f.check(os.Truncate(f.path("a.lua"), 0))
		f.write("a.lua", "new")
	}, []string{"a.lua"}},
	{"JetBrains", func(f folder) {
		f.write("a.lua___jb_tmp___", "new")
		f.rename("a.lua", "a.lua___jb_old___")
		f.rename("a.lua___jb_tmp___", "a.lua")
		f.remove("a.lua___jb_old___")
	}, []string{"a.lua"}},
	{"temporary file renamed over", func(f folder) {
		f.write("a.lua.tmp", "new")
		f.rename("a.lua.tmp", "a.lua")
	}, []string{"a.lua"}},
	{"Emacs", func(f folder) {
		f.link("user@host.1:2", ".#a.lua")
		f.write("#a.lua#", "half")
		f.rename("a.lua", "a.lua~")
		f.write("a.lua", "new")
		f.remove("#a.lua#")
		f.remove(".#a.lua")
	}, []string{"a.lua"}},
	{"checkout", func(f folder) {
		for i := range 300 {
			name := fmt.Sprintf("many/%03d.lua", i)
			f.remove(name)
			f.write(name, "other branch")
		}
		f.remove("sub/b.lua")
		f.write(".git/index", "x")
	}, append(numbered("many/%03d.lua", 300), "sub/b.lua")},
	{"new directory with files in it", func(f folder) {
		f.write("new/deep/er/x.lua", "1")
		f.write("new/y.bt", "1")
	}, []string{"new/deep/er/x.lua", "new/y.bt"}},
	{"directory moved in", func(f folder) {
		f.rename("../outside", "in")
	}, []string{"in/o.lua"}},
	{"removed directory", func(f folder) { f.remove("sub") }, []string{"sub/b.lua", "sub/deep/c.lua"}},
	{"moved directory", func(f folder) { f.rename("sub", "bus") },
		[]string{"bus/b.lua", "bus/deep/c.lua", "sub/b.lua", "sub/deep/c.lua"}},
	{"replaced directory", func(f folder) {
		f.remove("sub")
		f.write("sub/b.lua", "return 'scripts/sub/b.lua'") // unchanged
		f.write("sub/new.lua", "1")
	}, []string{"sub/deep/c.lua", "sub/new.lua"}},
	{"renamed file", func(f folder) { f.rename("a.lua", "z.lua") }, []string{"a.lua", "z.lua"}},
	{"file becomes directory", func(f folder) {
		f.remove("a.lua")
		f.write("a.lua/x.lua", "1")
	}, []string{"a.lua", "a.lua/x.lua"}},
	{"created empty", func(f folder) { f.write("empty.lua", "") }, []string{"empty.lua"}},
	{"linked directory appears", func(f folder) { f.link("../../outside", "sub/lib") }, []string{"sub/lib/o.lua"}},
}

func TestSaves(t *testing.T) {
	for _, tt := range saves {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			top := newFolder(t, "outside/o.lua", "scripts/a.lua", "scripts/sub/b.lua", "scripts/sub/deep/c.lua")
			for _, name := range numbered("scripts/many/%03d.lua", 300) {
				top.write(name, "branch")
			}
			f := folder{t, top.path("scripts")}
			w := open(t, live, realSystem, f.dir)
			tt.act(f)
			expect(t, w, tt.want...)
			fence(t, f, w)
		})
	}
}

// fence saves a file in every directory and expects exactly one set. So no earlier set is left,
// and all directories are watched.
func fence(t *testing.T, f folder, w *Watcher) {
	t.Helper()
	var want []string
	err := filepath.WalkDir(f.dir, func(file string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(f.dir, file)
		if err == nil && d.IsDir() && !strings.HasPrefix(name, ".git") {
			want = append(want, filepath.ToSlash(filepath.Join(name, "fence.lua")))
		}
		return err
	})
	f.check(err)
	slices.Sort(want)
	for _, name := range want {
		f.write(name, "fence")
	}
	expect(t, w, want...)
}

func numbered(format string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, i)
	}
	return out
}

func TestMovedDirectoryAndBack(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "a/b/x.lua")
	w := open(t, live, realSystem, f.dir)
	for i := range 5 {
		f.rename("a", "z")
		f.write("z/b/x.lua", fmt.Sprint("in z ", i))
		f.rename("z", "a")
		f.write("a/b/x.lua", fmt.Sprint("in a ", i))
		expect(t, w, "a/b/x.lua")
	}
	fence(t, f, w)
}

func TestLinkedRoot(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "real/a.lua", "real/sub/b.lua")
	f.link("real", "scripts")
	w := open(t, live, realSystem, f.path("scripts"))
	f.write("scripts/sub/b.lua", "through the link")
	expect(t, w, "sub/b.lua")
	f.write("real/a.lua", "directly")
	expect(t, w, "a.lua")
}

func TestCycleOfLinks(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "sub/a.lua")
	f.link("..", "sub/up")
	f.link("loop", "loop")
	w := open(t, live, realSystem, f.dir)
	f.write("sub/a.lua", "new")
	expect(t, w, "sub/a.lua")
	f.link("two.lua", "one.lua") // reading these links returns an error
	f.link("one.lua", "two.lua")
	f.link("four", "three")
	f.link("three", "four")
	for got := map[string]bool{}; len(got) < 2; {
		c := next(t, w)
		if c.Err != nil {
			t.Fatal(c.Err)
		}
		for _, p := range c.Paths {
			got[p] = true
		}
	}
}

func TestRootDeletedAndMadeAgain(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "scripts/a.lua")
	w := open(t, live, realSystem, f.path("scripts"))
	f.remove("scripts")
	if c := next(t, w); !slices.Equal(c.Paths, []string{"a.lua"}) || !errors.Is(c.Err, os.ErrNotExist) {
		t.Fatalf("got %+v", c)
	}
	f.write("scripts/a.lua", "back")
	expect(t, w, "a.lua")
	fence(t, folder{t, f.path("scripts")}, w)
}

func TestUnreadableDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("everything is readable to root")
	}
	t.Parallel()
	f := newFolder(t, "sub/a.lua")
	w := open(t, live, realSystem, f.dir)
	f.mkdir("closed")
	f.check(os.Chmod(f.path("closed"), 0))
	t.Cleanup(func() { f.check(os.Chmod(f.path("closed"), 0o755)) })
	f.write("sub/a.lua", "new")
	if c := next(t, w); c.Err == nil || !strings.Contains(c.Err.Error(), "cannot read this directory") {
		t.Fatalf("got %+v", c)
	}
}

// TestClosedDirectory checks that the error for a file in an unreadable directory names the
// directory. The file itself may be a temporary one of an editor.
func TestClosedDirectory(t *testing.T) {
	f := newFolder(t, "sub/a.lua")
	var w walker
	w.found.failed = map[string]*Error{}
	w.lost("sub/sed12", f.path("sub/sed12"), &fs.PathError{Op: "stat", Path: f.path("sub/sed12"), Err: fs.ErrPermission})
	if got := w.found.failed["sub/sed12"]; got == nil || got.Path != f.path("sub") || got.Remedy == "" {
		t.Errorf("%v", got)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "a.lua")
	o := live
	o.Match = func(path string) bool { return strings.HasPrefix(path, "data/") && strings.HasSuffix(path, ".json") }
	w := open(t, o, realSystem, f.dir)
	f.write("a.lua", "new")
	f.write("b.json", "1")
	f.write("data/c.json", "1")
	expect(t, w, "data/c.json")
}

func TestCloseWhileBusy(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "a.lua")
	w, err := Watch([]string{f.dir}, Options{Debounce: time.Nanosecond})
	f.check(err)
	for i := range 200 {
		f.write(fmt.Sprint("d", i, "/a.lua"), fmt.Sprint(i))
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	for range w.Changes() { // there may be a last set before the end
	}
}

// TestPipe checks that a pipe with a matching name is not opened, since opening it would block
// until it has a writer.
func TestPipe(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "a.lua")
	w := open(t, live, realSystem, f.dir)
	if !makePipe(t, f.path("pipe.lua")) {
		t.Skip("no pipes here")
	}
	f.write("a.lua", "new")
	expect(t, w, "a.lua")
}
