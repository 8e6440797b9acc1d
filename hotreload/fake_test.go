package hotreload

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// fakeOS sends the events that a test chooses, so that the test can use the fake clock of
// synctest. Waiting for the kernel would stop that clock.
type fakeOS struct {
	mu    sync.Mutex
	limit int // maximum number of watches; 0 means no limit
	last  *fakeNotifier
}

type fakeNotifier struct {
	os      *fakeOS
	watched map[string]bool
	evs     chan fsnotify.Event
	errs    chan error
}

func newFake() *fakeOS { return &fakeOS{} }

// system returns a system with the events of o. Everything else is that of the operating system.
func (o *fakeOS) system() system {
	sys := realSystem
	sys.notifier = func() (notifier, error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.last = &fakeNotifier{o, map[string]bool{}, make(chan fsnotify.Event), make(chan error)}
		return o.last, nil
	}
	sys.notifies = func(string) bool { return true }
	return sys
}

func (n *fakeNotifier) events() <-chan fsnotify.Event { return n.evs }
func (n *fakeNotifier) errors() <-chan error          { return n.errs }

func (n *fakeNotifier) Add(dir string) error {
	n.os.mu.Lock()
	defer n.os.mu.Unlock()
	if n.os.limit > 0 && !n.watched[dir] && len(n.watched) >= n.os.limit {
		return fmt.Errorf("add: %w", syscall.ENOSPC)
	}
	n.watched[dir] = true
	return nil
}

func (n *fakeNotifier) Close() error {
	n.os.mu.Lock()
	defer n.os.mu.Unlock()
	if n.watched != nil {
		close(n.errs)
		close(n.evs)
	}
	n.watched = nil
	return nil
}

// list returns the directories that are watched now.
func (o *fakeOS) list() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Sorted(maps.Keys(o.last.watched))
}

// say sends an event and waits until the watcher has handled it.
func (o *fakeOS) say(file string, op fsnotify.Op) {
	o.last.evs <- fsnotify.Event{Name: file, Op: op}
	synctest.Wait()
}

// nothing fails the test if a change can be received.
func nothing(t *testing.T, w *Watcher) {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-w.Changes():
		t.Fatalf("at %v: unexpected %+v", time.Since(epoch), c)
	default:
	}
}

// expectNow is like expect, for a change that can be received now.
func expectNow(t *testing.T, w *Watcher, paths ...string) {
	t.Helper()
	synctest.Wait()
	if len(w.Changes()) == 0 {
		t.Fatalf("at %v: no change", time.Since(epoch))
	}
	expect(t, w, paths...)
}

// realDir returns the folder with its resolved path, which is the path in events.
func (f folder) realDir() folder {
	dir, err := filepath.EvalSymlinks(f.dir)
	f.check(err)
	return folder{f.t, dir}
}

func TestDebounceIsExact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "b.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("a.lua", "")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(79 * time.Millisecond)
		nothing(t, w)
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(79 * time.Millisecond)
		nothing(t, w)
		time.Sleep(time.Millisecond)
		expectNow(t, w, "a.lua")
	})
}

func TestMaxDelayBoundsSteadyWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		for i := range 10 { // 0 to 450 ms
			nothing(t, w)
			f.write("a.lua", fmt.Sprint(i))
			n.say(f.path("a.lua"), fsnotify.Write)
			time.Sleep(50 * time.Millisecond)
		}
		synctest.Wait()
		expect(t, w, "a.lua")
	})
}

func TestEmptiedFileIsLookedAtTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "b.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("a.lua", "")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(80 * time.Millisecond)
		nothing(t, w)
		f.write("a.lua", "return 'a.lua'") // unchanged
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		nothing(t, w)
		f.remove("b.lua")
		n.say(f.path("b.lua"), fsnotify.Remove)
		time.Sleep(319 * time.Millisecond)
		nothing(t, w)
		time.Sleep(time.Millisecond)
		expectNow(t, w, "b.lua")
	})
}

// TestChangeOfBranchIsOneSet deletes files, pauses, and writes others for longer than the bound
// of a set, like version control. All changes must be in one set, without the file that was
// deleted and written again unchanged.
func TestChangeOfBranchIsOneSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "villager.bt", "old.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.remove("villager.bt")
		n.say(f.path("villager.bt"), fsnotify.Remove)
		f.remove("old.lua")
		n.say(f.path("old.lua"), fsnotify.Remove)
		time.Sleep(200 * time.Millisecond)
		nothing(t, w)
		want := []string{"old.lua"}
		for i := range 20 {
			name := fmt.Sprintf("b%02d.lua", i)
			want = append(want, name)
			f.write(name, "return {}")
			n.say(f.path(name), fsnotify.Create)
			time.Sleep(40 * time.Millisecond)
			nothing(t, w)
		}
		f.write("villager.bt", "return 'villager.bt'") // unchanged
		n.say(f.path("villager.bt"), fsnotify.Create)
		time.Sleep(320 * time.Millisecond)
		slices.Sort(want)
		expectNow(t, w, want...)
	})
}

func TestEventsThatDoNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "dir/b.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("a.lua~", "x")
		f.write("notes.txt", "x")
		n.say(f.path("a.lua"), fsnotify.Write) // unchanged
		n.say(f.path("a.lua~"), fsnotify.Create)
		n.say(f.path("4913"), fsnotify.Create)
		n.say(f.path("notes.txt"), fsnotify.Create)
		n.say(f.path("dir"), fsnotify.Write)
		n.say("/elsewhere/x.lua", fsnotify.Write)
		time.Sleep(time.Minute)
		nothing(t, w)
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Chmod)
		time.Sleep(time.Minute)
		nothing(t, w)
	})
}

func TestSlowConsumerGetsOneMergedSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "b.lua", "c.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		save := func(name, text string) {
			f.write(name, text)
			n.say(f.path(name), fsnotify.Write)
			time.Sleep(time.Second)
		}
		save("a.lua", "1")
		save("b.lua", "1")
		save("c.lua", "1")
		save("b.lua", "return 'b.lua'") // the consumer may have read the file before
		expect(t, w, "a.lua", "b.lua", "c.lua")
		nothing(t, w)
	})
}

func TestOverflowComparesEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "old/b.lua", "same.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("a.lua", "new")
		f.rename("old", "new")
		n.last.errs <- fmt.Errorf("reading: %w", fsnotify.ErrEventOverflow)
		time.Sleep(time.Second)
		expect(t, w, "a.lua", "new/b.lua", "old/b.lua")
		if got, want := n.list(), []string{f.dir, f.path("new")}; !slices.Equal(got, want) {
			t.Errorf("watched %q", got)
		}
	})
}

func TestQueueIsBounded(t *testing.T) {
	var queue []signal
	for range maxQueued {
		queue = enqueue(queue, signal{})
	}
	if queue = enqueue(queue, signal{}); len(queue) != 1 || !errors.Is(queue[0].err, fsnotify.ErrEventOverflow) {
		t.Errorf("%d signals left", len(queue))
	}
}

// TestWatchLimitAtStartTurnsToPolling checks that a limit reached when the watch begins is
// reported, and that changes are then noticed by polling.
func TestWatchLimitAtStartTurnsToPolling(t *testing.T) {
	limited := func() system {
		n := newFake()
		n.limit = 2
		return n.system()
	}
	none := realSystem
	none.notifier = func() (notifier, error) { return nil, os.NewSyscallError("inotify_init1", syscall.EMFILE) }
	for _, tt := range []struct {
		name, want string
		system     system
	}{
		{"watches", "fs.inotify.max_user_watches", limited()},
		{"watchers", "fs.inotify.max_user_instances", none},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFolder(t, "a/x.lua", "b/y.lua").realDir()
				w := open(t, Options{}, tt.system, f.dir)
				if !slices.Equal(w.Polled(), []string{f.dir}) {
					t.Errorf("polled %q", w.Polled())
				}
				time.Sleep(time.Second)
				c := next(t, w)
				if len(c.Paths) > 0 || c.Err == nil || !strings.Contains(c.Err.Error(), tt.want) ||
					!strings.Contains(c.Err.Error(), "so its root is compared at an interval from now on") {
					t.Errorf("got %+v", c)
				}
				f.write("b/y.lua", "2") // no event
				time.Sleep(time.Second)
				expect(t, w, "b/y.lua")
			})
		})
	}
}

func TestWatchLimitLaterTurnsToPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a/x.lua").realDir(), newFake()
		n.limit = 2
		w := open(t, Options{}, n.system(), f.dir)
		if len(w.Polled()) != 0 {
			t.Errorf("polled %q", w.Polled())
		}
		f.write("b/y.lua", "1")
		f.write("a/x.lua", "new") // no event
		n.say(f.path("b"), fsnotify.Create)
		time.Sleep(time.Second)
		c := next(t, w)
		if !slices.Equal(c.Paths, []string{"a/x.lua", "b/y.lua"}) || !errors.Is(c.Err, syscall.ENOSPC) ||
			!strings.Contains(c.Err.Error(), "is reached, so its root is compared at an interval from now on: raise it with") {
			t.Errorf("got %+v", c)
		}
		f.write("b/y.lua", "2") // no event
		time.Sleep(time.Second)
		expect(t, w, "b/y.lua")
		if !slices.Equal(w.Polled(), []string{f.dir}) || len(n.list()) != 0 {
			t.Errorf("polled %q, watched %q", w.Polled(), n.list())
		}
	})
}

// TestNewFolderIsWatchedAtOnce checks that the next event in a new folder is received, so that a
// set does not settle during a save.
func TestNewFolderIsWatchedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("new/half.lua", "retu")
		n.say(f.path("new"), fsnotify.Create)
		if got := n.list(); !slices.Equal(got, []string{f.dir, f.path("new")}) {
			t.Errorf("watched %q", got)
		}
		time.Sleep(79 * time.Millisecond)
		f.write("new/half.lua", "return {}")
		n.say(f.path("new/half.lua"), fsnotify.Write)
		time.Sleep(79 * time.Millisecond)
		nothing(t, w)
		time.Sleep(time.Millisecond)
		expect(t, w, "new/half.lua")
	})
}

// TestDroppedFolderIsNotWatched checks that the watch of a folder that is no longer wanted ends
// with the next set.
func TestDroppedFolderIsNotWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		other := newFolder(t, "b.lua").realDir()
		f.link(other.dir, "lib")
		w := open(t, Options{}, n.system(), f.dir)
		third := newFolder(t, "b.lua", "c.lua").realDir()
		f.remove("lib")
		f.link(third.dir, "lib") // no event
		time.Sleep(2 * time.Second)
		expect(t, w, "lib/c.lua")
		if got, want := n.list(), []string{f.dir, third.dir}; !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("watched %q, want %q", got, want)
		}
		f.remove("lib")
		n.say(f.path("lib"), fsnotify.Remove)
		time.Sleep(2 * time.Second)
		expect(t, w, "lib/b.lua", "lib/c.lua")
		if got := n.list(); !slices.Equal(got, []string{f.dir}) {
			t.Errorf("watched %q", got)
		}
	})
}

// TestDeploymentBehindALink checks a link to another link that is switched from one release to
// the next. Nothing changes below the root, and the files have equal sizes and times. The new
// files must be reported and watched.
func TestDeploymentBehindALink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		deploy := newFolder(t).realDir()
		for _, release := range []string{"1", "2"} {
			deploy.write("releases/"+release+"/m.lua", "return "+release)
			f.check(os.Chtimes(deploy.path("releases/"+release+"/m.lua"), epoch, epoch))
		}
		deploy.link("releases/1", "current")
		f.link(deploy.path("current"), "lib")
		f.link(deploy.path("current/m.lua"), "direct.lua")
		w := open(t, Options{}, n.system(), f.dir)
		deploy.remove("current")
		deploy.link("releases/2", "current")
		time.Sleep(2 * time.Second)
		expect(t, w, "direct.lua", "lib/m.lua")
		if got, want := n.list(), []string{f.dir, deploy.path("releases/2")}; !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("watched %q, want %q", got, want)
		}
		time.Sleep(time.Minute)
		nothing(t, w)
	})
}

// TestClosedFoldersAreLookedAtAgain checks that unreadable folders are read again later, since no
// event reports that they have become readable.
func TestClosedFoldersAreLookedAtAgain(t *testing.T) {
	f := newFolder(t, "a.lua", "sub/b.lua")
	r, err := openRoot(osDisk{}, f.dir)
	f.check(err)
	r.polled.Store(true) // no watches are needed
	r.failed["sub"] = unreadableDir(f.path("sub"), fs.ErrPermission)
	w := &Watcher{options: Options{Match: MatchDefault}, system: realSystem, reader: reader{disk: osDisk{}}, roots: []*root{r}}
	w.check(epoch)
	b, ok := w.settle.take(epoch)
	if !ok || len(b.places) != 1 || !b.places[place{0, "sub"}] {
		t.Fatalf("to be looked at: %v", b.places)
	}
	got := w.findings(b)
	if w.commit(got); len(got.deltas) != 1 || got.deltas[0].name != "sub/b.lua" || len(r.failed) != 0 || len(got.errs) != 0 {
		t.Errorf("found %+v, failed %v", got, r.failed)
	}
	if w.check(epoch); !w.settle.due.IsZero() {
		t.Errorf("looked at once more: %v", w.settle.batch.places)
	}
}

// TestAbsenceIsToldOnce checks that the absence of a root is reported only once, however long it
// lasts and whatever else changes.
func TestAbsenceIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "here/a.lua", "there/b.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.path("here"), f.path("there"))
		f.remove("there")
		time.Sleep(2 * time.Second)
		if c := next(t, w); !errors.Is(c.Err, fs.ErrNotExist) || !slices.Equal(c.Paths, []string{"b.lua"}) {
			t.Errorf("got %+v", c)
		}
		f.write("here/a.lua", "new")
		n.say(f.path("here/a.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

func TestNotificationThatEndsTurnsToPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.check(n.last.Close())
		f.write("a.lua", "unnoticed")
		time.Sleep(time.Second)
		c := next(t, w)
		if !slices.Equal(c.Paths, []string{"a.lua"}) || c.Err == nil || !strings.Contains(c.Err.Error(), "has ended") {
			t.Errorf("got %+v", c)
		}
	})
}

func TestRootThatVanishesAndReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "scripts/a.lua", "scripts/sub/b.lua", "scripts/same.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.path("scripts"))
		f.rename("scripts", "away") // no event
		time.Sleep(2 * time.Second)
		c := next(t, w)
		if !slices.Equal(c.Paths, []string{"a.lua", "same.lua", "sub/b.lua"}) || !errors.Is(c.Err, fs.ErrNotExist) ||
			!strings.Contains(c.Err.Error(), f.path("scripts")+": the watched directory is gone") {
			t.Errorf("got %+v", c)
		}
		if len(n.list()) != 0 {
			t.Errorf("still watched: %q", n.list())
		}
		time.Sleep(time.Minute)
		nothing(t, w)
		f.rename("away", "scripts")
		f.write("scripts/a.lua", "new")
		time.Sleep(2 * time.Second)
		expect(t, w, "a.lua", "same.lua", "sub/b.lua")
		f.write("scripts/sub/b.lua", "new")
		n.say(f.path("scripts/sub/b.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		expect(t, w, "sub/b.lua")
	})
}

func TestLinkedRootThatIsSwitched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "v1/a.lua", "v1/b.lua", "v2/a.lua").realDir(), newFake()
		f.write("v2/b.lua", "return 'v1/b.lua'")
		f.link("v1", "current")
		w := open(t, Options{}, n.system(), f.path("current"))
		if got := n.list(); !slices.Equal(got, []string{f.path("v1")}) {
			t.Errorf("watched %q", got)
		}
		f.link("v2", "next")
		f.rename("next", "current")
		time.Sleep(2 * time.Second)
		expect(t, w, "a.lua") // b.lua is the same in both
		if got := n.list(); !slices.Equal(got, []string{f.path("v2")}) {
			t.Errorf("watched %q", got)
		}
	})
}

func TestTargetsOfLinksAreCheckedEverySecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared, n := newFolder(t, "math.lua").realDir(), newFake()
		f := newFolder(t).realDir()
		f.link(shared.path("math.lua"), "math.lua")
		f.link(shared.path("later"), "later")
		w := open(t, Options{}, n.system(), f.dir)
		shared.write("math.lua", "return 2 -- new")
		time.Sleep(2 * time.Second)
		expect(t, w, "math.lua")
		shared.write("later/x.lua", "1")
		time.Sleep(2 * time.Second)
		expect(t, w, "later/x.lua")
		if got := n.list(); !slices.Contains(got, shared.path("later")) {
			t.Errorf("watched %q", got)
		}
		shared.remove("later")
		n.say(shared.path("later"), fsnotify.Remove)
		time.Sleep(300 * time.Millisecond)
		expect(t, w, "later/x.lua")
		shared.write("later/x.lua", "1")
		time.Sleep(2 * time.Second)
		expect(t, w, "later/x.lua")
	})
}

func TestOneDirectoryUnderSeveralNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "lib/x.lua").realDir(), newFake()
		f.link("lib", "alias")
		w := open(t, Options{}, n.system(), f.dir, f.path("lib"))
		f.write("lib/x.lua", "new")
		n.say(f.path("lib/x.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		expect(t, w, "alias/x.lua", "lib/x.lua", "x.lua")
	})
}

func TestOptionsAndRootsAreChecked(t *testing.T) {
	f := newFolder(t, "a.lua")
	tests := []struct {
		name string
		dirs []string
		o    Options
		want string
	}{
		{"no dirs", nil, Options{}, "no directories to watch: name at least one"},
		{"debounce", []string{f.dir}, Options{Debounce: -1}, "Options.Debounce is -1ns: want 0 for the default, or more"},
		{"delay", []string{f.dir}, Options{MaxDelay: -time.Second}, "Options.MaxDelay is -1s"},
		{"poll", []string{f.dir}, Options{Poll: -time.Second}, "Options.Poll is -1s"},
		{"none", []string{f.path("none")}, Options{}, f.path("none") + ": no such directory: create it or correct the path"},
		{"file", []string{f.path("a.lua")}, Options{}, f.path("a.lua") + ": not a directory: give the directory the file is in"},
		{"empty", []string{f.dir, f.path("a.lua/x")}, Options{}, "no such directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Watch(tt.dirs, tt.o)
			var e *Error
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), tt.want) && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestOptionDefaults(t *testing.T) {
	tests := []struct{ in, want [2]time.Duration }{
		{[2]time.Duration{0, 0}, [2]time.Duration{DefaultDebounce, DefaultMaxDelay}},
		{[2]time.Duration{time.Second, 0}, [2]time.Duration{time.Second, 2 * time.Second}},
		{[2]time.Duration{time.Second, time.Millisecond}, [2]time.Duration{time.Second, time.Millisecond}},
	}
	for _, tt := range tests {
		o, err := Options{Debounce: tt.in[0], MaxDelay: tt.in[1]}.complete()
		if err != nil || o.Debounce != tt.want[0] || o.MaxDelay != tt.want[1] || o.Match == nil {
			t.Errorf("%v: %+v, %v", tt.in, o, err)
		}
	}
}
