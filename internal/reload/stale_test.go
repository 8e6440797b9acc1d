package reload_test

import (
	"crypto/sha256"
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/bough-dev/bough/hotreload"
)

// TestDoubtIsOfTheNewest checks that an unverified file is compared with the sum that the source
// reported last. If it were compared with an earlier sum, the file would be read in each tick from
// then on. If the file had the earlier sum for a moment, that state would count as verified and
// remain in force.
func TestDoubtIsOfTheNewest(t *testing.T) {
	for range 20 { // the order in which select serves two channels is random
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, true, map[string]string{"a.lua": one})
			defer d.Close()
			tell := func(text string) {
				d.source.Send(hotreload.Change{Paths: []string{"a.lua"}, Sums: map[string][sha256.Size]byte{"a.lua": sha256.Sum256([]byte(text))}})
			}
			tell(two) // the file still contains one
			synctest.Wait()
			d.gate = make(chan struct{})
			d.Poll() // requests that the file is read again
			d.poll() // requests it again, while the file is being read
			tell(one)
			close(d.gate)
			for range 40 { // long enough to serve the request
				d.poll()
			}
			d.opened.Store(0)
			for range 5 {
				d.poll()
			}
			if n := d.opened.Load(); n > 0 {
				t.Errorf("read %d more times", n)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// sums returns a change with the sums of texts, by path, as a source reports it.
func sums(files map[string]string) hotreload.Change {
	c := hotreload.Change{Sums: map[string][sha256.Size]byte{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		c.Paths = append(c.Paths, name)
		if text := files[name]; text != "" {
			c.Sums[name] = sha256.Sum256([]byte(text))
		} else {
			c.Sums[name] = [sha256.Size]byte{}
		}
	}
	return c
}

// TestSetIsJudgedAsAWhole checks a set in which a file that the source saw is gone. No file of the
// set is put in force until the file is back, or until the source has seen that it is gone.
func TestSetIsJudgedAsAWhole(t *testing.T) {
	bothWays(t, map[string]string{"a.lua": one, "b.lua": one}, func(t *testing.T, d *desk) {
		d.write("b.lua", two)
		d.remove("a.lua")
		d.source.Send(sums(map[string]string{"a.lua": two, "b.lua": two}))
		for range 5 {
			d.poll()
		}
		d.want(t)
		d.write("a.lua", two)
		d.poll()
		d.poll()
		d.want(t, "v2 a b")

		d.remove("a.lua")
		d.write("b.lua", one)
		d.source.Send(sums(map[string]string{"a.lua": one, "b.lua": one}))
		d.poll()
		d.want(t)
		d.source.Send(sums(map[string]string{"a.lua": ""}))
		d.poll()
		d.poll()
		d.poll()
		d.want(t, "v3 ", "v4 b")
	})
}

// TestSetIsNotPutOffForEver checks that a file that the source saw and that does not exist delays a
// set only for a limited number of polls.
func TestSetIsNotPutOffForEver(t *testing.T) {
	bothWays(t, map[string]string{"a.lua": one, "b.lua": one}, func(t *testing.T, d *desk) {
		d.write("b.lua", two)
		d.remove("a.lua")
		d.source.Send(sums(map[string]string{"a.lua": two, "b.lua": two}))
		for range 1000 {
			d.poll()
		}
		d.want(t, "v2 b")
	})
}
