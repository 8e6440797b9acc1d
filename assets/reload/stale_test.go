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
// has reported last, not with the sum at the time when the difference was found. Otherwise the file
// would be read in each tick from then on; and if it happened to have the old sum for a moment,
// that state would be taken as verified and stay.
func TestDoubtIsOfTheNewest(t *testing.T) {
	for range 20 { // which of two channels is served first is a matter of luck
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, true, map[string]string{"a.lua": one})
			defer d.Close()
			tell := func(text string) {
				d.source.Send(hotreload.Change{Paths: []string{"a.lua"}, Sums: map[string][sha256.Size]byte{"a.lua": sha256.Sum256([]byte(text))}})
			}
			tell(two) // but it is one
			synctest.Wait()
			d.gate = make(chan struct{})
			d.Poll() // asks for the file to be read again
			d.poll() // asks once more, while it is being read
			tell(one)
			close(d.gate)
			for range 40 { // until it is served for certain
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

// sums are those of texts, by path, as a source tells them.
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

// TestSetIsJudgedAsAWhole checks a set with a file that the source saw and that is gone, since
// files are changing again: nothing of the set goes in until the file is back, or until the source
// has seen that it is gone.
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

// TestSetIsNotPutOffForEver checks that a set is not put off for long because of a file that the
// source saw and that does not exist.
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
