package hotreload

import (
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// handTicker returns a system that polls only when the test sends a time on poll.
func handTicker() (sys system, poll chan time.Time) {
	sys, poll = realSystem, make(chan time.Time)
	sys.notifier = func() (notifier, error) { panic("polling needs no notifier") }
	sys.ticker = func(d time.Duration) (<-chan time.Time, func()) {
		if d == checkEvery {
			return nil, func() {}
		}
		return poll, func() {}
	}
	return sys, poll
}

func TestPollByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "a.lua", "b.lua", "dir/c.lua")
		sys, poll := handTicker()
		w := open(t, Options{Poll: time.Hour}, sys, f.dir)
		tick := func() {
			poll <- time.Now()
			time.Sleep(200 * time.Millisecond)
		}
		tick()
		nothing(t, w)
		f.write("a.lua", "new")
		f.rename("dir", "moved")
		f.write("fresh/d.bt", "x")
		time.Sleep(time.Minute)
		nothing(t, w)
		tick()
		expect(t, w, "a.lua", "dir/c.lua", "fresh/d.bt", "moved/c.lua")
		f.remove("b.lua")
		tick()
		expect(t, w, "b.lua")
		tick()
		nothing(t, w)
	})
}

// TestPollComparesWithWhatIsSettled checks a file that is gone when the poll looks, back
// unchanged when it is compared, and gone again at the next poll.
func TestPollComparesWithWhatIsSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "a.lua")
		text, err := os.ReadFile(f.path("a.lua"))
		f.check(err)
		sys, poll := handTicker()
		w := open(t, Options{Poll: time.Hour}, sys, f.dir)
		f.remove("a.lua")
		poll <- time.Now()
		synctest.Wait()
		f.write("a.lua", string(text))
		time.Sleep(time.Second)
		nothing(t, w)
		f.remove("a.lua")
		poll <- time.Now()
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

// TestPollsDoNotDelay checks that a file that stays as it is waits no longer because short polls find it again.
func TestPollsDoNotDelay(t *testing.T) {
	for _, c := range []struct {
		text  string
		after time.Duration
	}{{"new", 25 * time.Millisecond}, {"error", 80 * time.Millisecond}, {"return", 320 * time.Millisecond}} {
		synctest.Test(t, func(t *testing.T) {
			f := newFolder(t, "a.lua")
			o := sound
			o.Poll = 10 * time.Millisecond
			w := open(t, o, realSystem, f.dir)
			time.Sleep(5 * time.Millisecond)
			f.write("a.lua", c.text)
			time.Sleep(c.after + 4*time.Millisecond)
			nothing(t, w)
			time.Sleep(time.Millisecond)
			expectNow(t, w, "a.lua")
		})
	}
}

// TestPolledSaveInParts checks a file that is cut short when a poll finds it, and that is written on between two polls.
// The change between the polls starts the wait again.
func TestPolledSaveInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "a.lua")
		sys, poll := handTicker()
		w := open(t, Options{Poll: time.Hour}, sys, f.dir)
		f.write("a.lua", "re")
		poll <- time.Now()
		time.Sleep(300 * time.Millisecond)
		f.write("a.lua", "return")
		time.Sleep(339 * time.Millisecond) // compared 320 ms after the poll, and again after 640 ms
		nothing(t, w)
		f.write("a.lua", "return 'b.lua'")
		c := expect(t, w, "a.lua")
		if c.Sums["a.lua"] != sha256.Sum256([]byte("return 'b.lua'")) {
			t.Error("half of the save was delivered")
		}
	})
}

// TestPollSeesSavesWithTheSameStamp checks that a poll notices a second save within the
// granularity of the modification time, which leaves size and time unchanged.
func TestPollSeesSavesWithTheSameStamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "a.lua")
		f.check(os.Chtimes(f.path("a.lua"), epoch, epoch))
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.dir)
		time.Sleep(time.Second)
		f.write("a.lua", "return 'A.lua'")
		f.check(os.Chtimes(f.path("a.lua"), epoch, epoch))
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

func TestPollIsChosenWhereNothingNotifies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "mount/b.lua").realDir(), newFake()
		local := newFolder(t, "c.lua").realDir()
		sys := n.system()
		sys.notifies = func(dir string) bool { return dir != f.path("mount") }
		w := open(t, Options{}, sys, f.dir, local.dir)
		time.Sleep(time.Second)
		nothing(t, w)
		if !slices.Equal(w.Polled(), []string{f.dir}) || !slices.Equal(n.list(), []string{local.dir}) {
			t.Errorf("polled %q, watched %q", w.Polled(), n.list())
		}
		f.write("mount/b.lua", "new")
		time.Sleep(time.Second)
		expect(t, w, "mount/b.lua")
	})
}

func TestPolledRootThatVanishesAndReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t, "scripts/a.lua")
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.path("scripts"))
		f.remove("scripts")
		time.Sleep(time.Second)
		if c := next(t, w); !slices.Equal(c.Paths, []string{"a.lua"}) || !errors.Is(c.Err, os.ErrNotExist) {
			t.Errorf("got %+v", c)
		}
		f.write("scripts/a.lua", "back")
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

func TestPollerKeepsWhatItCannotSee(t *testing.T) {
	f := newFolder(t, "dir/a.lua", "b.lua")
	var p poller
	rd := reader{disk: osDisk{}}
	all, _ := f.walk(".")
	settled := map[string]content{"dir/a.lua": rd.look(f.path("dir/a.lua")).content, "b.lua": rd.look(f.path("b.lua")).content}
	if got := p.scan(epoch, &rd, f.dir, all, settled); len(got) > 0 {
		t.Errorf("first scan: %v", got)
	}
	blind := listing{files: []string{"b.lua"}, failed: map[string]*Error{"dir": {Message: "x"}}}
	if got := p.scan(epoch, &rd, f.dir, blind, settled); len(got) > 0 {
		t.Errorf("blind: %v", got)
	}
	if got := p.scan(epoch, &rd, f.dir, listing{files: []string{"b.lua"}}, settled); !maps.Equal(got, map[string]bool{"dir/a.lua": true}) {
		t.Errorf("gone: %v", got)
	}
}

func TestNotifiesHere(t *testing.T) {
	if !notifies(t.TempDir()) {
		t.Skip("the temporary directory is on a network file system")
	}
	if !notifies("/no/such/directory") {
		t.Error("what cannot be told is to be tried")
	}
}

// TestPollingRests checks that polling takes at most a fixed part of the time, even if looks are
// slow.
func TestPollingRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, looks := newFolder(t, "a.lua"), 0
		slow := func(string) bool {
			looks++
			time.Sleep(100 * time.Millisecond)
			return true
		}
		w, err := watch([]string{f.dir}, Options{Poll: 10 * time.Millisecond, Match: slow}, realSystem)
		f.check(err)
		time.Sleep(10 * time.Second)
		f.check(w.Close())
		if want := 10 * 10 / restFactor; looks > want+4 || looks < want-4 { // some looks are at the start
			t.Errorf("looked %d times, want about %d", looks, want)
		}
	})
}

// TestPollSeesAnotherRoot checks that a poll notices that the root was replaced by another one
// whose files have the same sizes and times.
func TestPollSeesAnotherRoot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFolder(t)
		for _, name := range []string{"1/a.lua", "2/a.lua"} {
			f.write(name, "return "+name[:1])
			f.check(os.Chtimes(f.path(name), epoch, epoch))
		}
		f.link("1", "scripts")
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.path("scripts"))
		time.Sleep(2*racy + time.Millisecond) // just after a look at the root
		f.remove("scripts")
		f.link("2", "scripts")
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}
