package reload

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/bough-dev/bough/hotreload"
)

// unverified contains the files that the manager has read in another state than the source saw, because they are
// changing. They are read again until both states agree, since the source does not report a file that changes and
// at once changes back.
type unverified struct {
	sums  map[string][sha256.Size]byte // sums of the files as the source saw them, by path
	polls int                          // number of polls since the sums have changed
}

func newUnverified() unverified { return unverified{sums: map[string][sha256.Size]byte{}} }

// maxEagerReads is the number of consecutive polls that read the unverified files again. After these, only one poll
// in maxEagerReads reads them: either the source sees other files than the manager, or the files cannot be read.
const maxEagerReads = 16

// due reports whether the files must be read again. It is called once in each poll.
func (u *unverified) due() bool {
	if len(u.sums) == 0 {
		return false
	}
	u.polls++
	return u.polls <= maxEagerReads || u.polls%maxEagerReads == 0
}

// set adds a file with the sum that the source saw.
func (u *unverified) set(path string, sum [sha256.Size]byte) {
	if old, known := u.sums[path]; !known || old != sum {
		u.sums[path], u.polls = sum, 0
	}
}

// all returns the files as a set. The set has no paths if there are no files.
func (u *unverified) all() hotreload.Change {
	return hotreload.Change{Paths: slices.Sorted(maps.Keys(u.sums)), Sums: maps.Clone(u.sums)}
}

// compare records the files of a set that the manager has read in another state than the source.
func (r *Reader) compare(set hotreload.Change) {
	for _, p := range set.Paths {
		sum, known := set.Sums[p]
		switch {
		case !known || r.manager.Sum(p) == sum || !r.manager.Reads(p):
			delete(r.unverified.sums, p)
		default:
			r.unverified.set(p, sum)
		}
	}
}

// settler is a source that can return the state in which it last saw all files.
type settler interface {
	Settled(paths ...string) hotreload.Change
}

// verify compares all files with the states that the source saw, if the manager has read all files since the last
// verification without a report of the source. A file may have been changed back right after such a reading.
func (r *Reader) verify() {
	n := r.manager.Readings()
	if n == r.readings {
		return
	}
	r.readings = n
	if s, able := r.source.(settler); able {
		r.compare(s.Settled(r.manager.Paths()...))
	}
}
