package reload

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/bough-dev/bough/hotreload"
)

// doubts are the files that were read in another state than the source saw them in: they
// are changing at this moment. They are read again until both agree, since the source does
// not tell of a file that is changed and at once changed back.
type doubts struct {
	sums  map[string][sha256.Size]byte // what the source saw, by path
	polls int                          // since the sums have changed
}

func newDoubts() doubts { return doubts{sums: map[string][sha256.Size]byte{}} }

// patience is at how many polls doubtful files are read with each. They are read once in as
// many polls from then on: then the source sees other files than the manager, or others
// stand in its way.
const patience = 16

// due reports whether to read again, once for each poll.
func (d *doubts) due() bool {
	if len(d.sums) == 0 {
		return false
	}
	d.polls++
	return d.polls <= patience || d.polls%patience == 0
}

// set notes what the source saw.
func (d *doubts) set(path string, sum [sha256.Size]byte) {
	if old, known := d.sums[path]; !known || old != sum {
		d.sums[path], d.polls = sum, 0
	}
}

// all returns the files, and no paths if there are none.
func (d *doubts) all() hotreload.Change {
	return hotreload.Change{Paths: slices.Sorted(maps.Keys(d.sums)), Sums: maps.Clone(d.sums)}
}

// compare notes which files of a change are doubtful, now that they have been read.
func (r *Reader) compare(c hotreload.Change) {
	for _, p := range c.Paths {
		sum, known := c.Sums[p]
		switch {
		case !known || r.manager.Sum(p) == sum || !r.manager.Reads(p):
			delete(r.doubt.sums, p)
		default:
			r.doubt.set(p, sum)
		}
	}
}

// settler is a source that can say how it last saw all files.
type settler interface {
	Settled(paths ...string) hotreload.Change
}

// verify compares all files with what the source saw, if the manager has read them all by
// itself since the last time: it may have caught one that was about to change back.
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
