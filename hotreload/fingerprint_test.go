package hotreload

import (
	"maps"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// TestDirectoryAboveALinkedOneIsExchanged checks that another directory above a linked one is
// noticed, although the link leads to the same path, and files have the same sizes and times.
func TestDirectoryAboveALinkedOneIsExchanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		other := newFolder(t, "1/d/m.lua", "1/d/sub/o.lua", "2/d/m.lua").realDir()
		for _, name := range []string{"1/d/m.lua", "2/d/m.lua"} {
			f.check(os.Chtimes(other.path(name), epoch, epoch))
		}
		f.link(other.path("1/d"), "lib")
		f.link(other.path("1/d/m.lua"), "direct.lua")
		w := open(t, Options{}, n.system(), f.dir)
		time.Sleep(2*racy + time.Millisecond)
		other.rename("1", "3")
		other.rename("2", "1")
		time.Sleep(2 * time.Second)
		expect(t, w, "direct.lua", "lib/m.lua", "lib/sub/o.lua")
		if got := n.list(); slices.Contains(got, other.path("1/d/sub")) {
			t.Errorf("still watched: %q", got)
		}
		other.write("1/d/m.lua", "new")
		n.say(other.path("1/d/m.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		if c := next(t, w); !slices.Contains(c.Paths, "lib/m.lua") {
			t.Errorf("got %q", c.Paths)
		}
	})
}

// TestLinkedFileSavedTwiceWithOneStamp checks that a second save of a linked file is noticed even
// if only the text differs. Clocks are coarse, so both saves may have the same stamp.
func TestLinkedFileSavedTwiceWithOneStamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t).realDir(), newFake()
		other := newFolder(t, "m.lua").realDir()
		f.link(other.path("m.lua"), "m.lua")
		w := open(t, Options{}, n.system(), f.dir)
		time.Sleep(2*racy + time.Millisecond)
		for _, text := range []string{"return 1", "return 2"} {
			other.write("m.lua", text)
			f.check(os.Chtimes(other.path("m.lua"), epoch, epoch))
			time.Sleep(1500 * time.Millisecond)
			expect(t, w, "m.lua")
		}
		time.Sleep(time.Minute)
		nothing(t, w)
	})
}

// TestPollSeesAnotherFileWithTheSameStamp checks that a poll notices that a file was replaced by
// another file of the same size and time, as in unpacked archives.
func TestPollSeesAnotherFileWithTheSameStamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "a.lua")
		f.write("new.tmp", "return 'A.lua'")
		for _, name := range []string{"a.lua", "new.tmp"} {
			f.check(os.Chtimes(f.path(name), epoch, epoch))
		}
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.dir)
		time.Sleep(2*racy + time.Millisecond)
		f.rename("new.tmp", "a.lua")
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

// TestSettled checks that Settled returns an empty sum for a given path without a file, except
// for paths that are never reported.
func TestSettled(t *testing.T) {
	f := newFolder(t, "1/a.lua", "1/b.lua", "1/c.lua", "2/b.lua", "2/c.lua")
	f.write("2/b.lua", "other")
	f.write("2/c.lua", "return '1/c.lua'")
	w := open(t, Options{Poll: time.Hour}, realSystem, f.path("1"), f.path("2"))
	got := w.Settled("a.lua", "none.lua", "x/~$y.lua", ".git/z.lua", "notes.txt")
	if want := []string{"a.lua", "b.lua", "c.lua", "none.lua"}; !slices.Equal(got.Paths, want) {
		t.Errorf("paths %q, want %q", got.Paths, want)
	}
	for name, want := range map[string]string{"a.lua": "1/a.lua", "b.lua": "1/b.lua", "c.lua": "1/c.lua", "none.lua": ""} {
		c, _ := contentOf(f.path(want))
		if sum, known := got.Sums[name]; !known || sum != c.sum {
			t.Errorf("%s: %x, known %v", name, sum, known)
		}
	}
}

// TestRootsHideFiles checks that sets have the sum of the file below the first root that has it.
func TestRootsHideFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "1/b.lua", "2/a.lua", "2/b.lua")
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.path("1"), f.path("2"))
		for _, step := range []struct {
			do    func()
			name  string
			where string // the file that the game reads; "" if there is none
		}{
			{func() { f.write("2/b.lua", "hidden") }, "b.lua", "1/b.lua"},
			{func() { f.write("1/a.lua", "hides") }, "a.lua", "1/a.lua"},
			{func() { f.check(os.Remove(f.path("1/b.lua"))) }, "b.lua", "2/b.lua"},
			{func() { f.check(os.Remove(f.path("2/b.lua"))) }, "b.lua", ""},
		} {
			step.do()
			time.Sleep(time.Second)
			c := <-w.Changes()
			var want content
			if step.where != "" {
				want, _ = contentOf(f.path(step.where))
			}
			if sum, known := c.Sums[step.name]; !slices.Equal(c.Paths, []string{step.name}) || !known || sum != want.sum {
				t.Errorf("%s: %v, want the sum of %q", step.name, c, step.where)
			}
		}
	})
}

// TestPollerReadsOnceMore checks that a second save with the same stamp is noticed even if the
// next look is late because looks take long or the folder was unreadable.
func TestPollerReadsOnceMore(t *testing.T) {
	f := newFolder(t, "a.lua")
	f.check(os.Chtimes(f.path("a.lua"), epoch, epoch))
	var p poller
	rd := reader{disk: osDisk{}}
	all, _ := f.walk(".")
	settled := map[string]content{"a.lua": rd.look(f.path("a.lua")).content}
	p.scan(epoch, &rd, f.dir, all, settled)
	f.write("a.lua", "return 'A.lua'")
	f.check(os.Chtimes(f.path("a.lua"), epoch, epoch))
	if got := p.scan(epoch.Add(3*racy), &rd, f.dir, all, settled); !maps.Equal(got, map[string]bool{"a.lua": true}) {
		t.Errorf("changed: %v", got)
	}
}
