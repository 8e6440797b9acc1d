package reload_test

import (
	"crypto/sha256"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/reload"
)

// knowing is a source that implements Settled.
type knowing struct {
	*hotreload.Manual
	files map[string]string
	asked []string
}

func (k *knowing) Settled(paths ...string) hotreload.Change {
	k.asked = append(k.asked, paths...)
	c := hotreload.Change{Paths: paths, Sums: map[string][sha256.Size]byte{}}
	for name, text := range k.files {
		c.Paths = append(c.Paths, name)
		c.Sums[name] = sha256.Sum256([]byte(text))
	}
	for _, name := range paths {
		if _, there := k.files[name]; !there {
			c.Sums[name] = [sha256.Size]byte{}
		}
	}
	return c
}

// TestLoadThatCaughtAChange checks that files are read again if they were read without a report of
// the source and were changed back before the source read them.
func TestLoadThatCaughtAChange(t *testing.T) {
	bothWays(t, map[string]string{"a.lua": two, "short.lua": one}, func(t *testing.T, d *desk) {
		d.Close() // the source of this reader does not implement Settled
		source := &knowing{Manual: hotreload.NewManual(), files: map[string]string{"a.lua": one, "late.lua": one}}
		background := strings.HasSuffix(t.Name(), "true")
		d.Reader = reload.New(d.manager, source, background, d.onRound)
		defer d.Close()
		d.poll()
		d.want(t)
		d.write("a.lua", one)
		d.write("late.lua", one)
		d.remove("short.lua")
		d.poll()
		d.poll()
		d.want(t, "v2 a late")
		if got := d.manager.Paths(); len(got) != 2 || len(source.asked) != 2 {
			t.Errorf("loaded %q, asked for %q", got, source.asked)
		}

		release := d.LockManager()
		d.manager.Pin()
		d.write("a.lua", two)
		d.manager.Unpin()
		release()
		d.write("a.lua", one) // not reported by the source, which never saw two
		d.poll()
		d.poll()
		d.want(t, "v4 a")
	})
}

// TestPatience checks that a file that stays different from what the source reports is read less
// and less often.
func TestPatience(t *testing.T) {
	s := newShelf(t, false, fstest.MapFS{"a.lua": text(one)})
	s.say("a.lua", two)
	s.poll(640)
	if n := s.files.opened["a.lua"]; n < 16 || n > 16+640/16 {
		t.Errorf("opened %d times", n)
	}
	s.say("a.lua", one+"-- but still not so")
	s.poll(10)
	if n := s.files.opened["a.lua"]; n < 16+640/16+9 {
		t.Errorf("after another change opened %d times in all", n)
	}
}
