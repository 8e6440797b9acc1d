package reload_test

import (
	"crypto/sha256"
	"testing"
	"testing/synctest"

	"github.com/bough-dev/bough/hotreload"
)

// TestDoubtIsOfTheNewest: a file that is to be read again, since it was not as the source
// saw it, is compared with what the source has said last, not with what it said when that
// was found out. Else it would be read in each tick from then on; and should it happen to
// be for a moment what it was said to be then, and be believed, it would stay so.
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
