package reload

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/bough-dev/bough/hotreload"
)

// unverified are the files that were read in another state than the source saw: they are changing at this moment.
// They are read again until both states agree, since the source does not report a file that changes and at once
// changes back.
type unverified struct {
	sums  map[string][sha256.Size]byte // sums of the files as the source saw them, by path
	polls int                          // number of polls since the sums have changed
}

func newUnverified() unverified { return unverified{sums: map[string][sha256.Size]byte{}} }

// maxEagerReads is how many polls in a row read the unverified files again. After n such polls, only one in n reads
// them: either the source sees other files than the manager, or something keeps the files from being read.
const maxEagerReads = 16

// due reports whether to read the files again. It is called once for each poll.
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

// compare records which files of a set the manager has read in another state.
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

// settler is a source that knows how it last saw all files.
type settler interface {
	Settled(paths ...string) hotreload.Change
}

// verify compares all files with the state that the source saw, if since the last verification the manager has read
// all files without a report of the source: a file may have changed back right after.
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
