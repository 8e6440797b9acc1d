//go:build !luacore

package luabind

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// A file may hold all the data of a game, tens of thousands of tables, and no frame must be
// late for counting them. So a count of a file is made in portions, one between two ticks, and
// its tables are forgotten in portions too.

const (
	// countParts bounds for how many ticks a count goes on: each portion is at least one part
	// in so many of what was looked at so far. So a count comes to its end even if hooks add to
	// what it counts all the time.
	countParts = 32
	// smallCost is what running a file takes, in instructions, that makes no more tables
	// than a portion of the first count.
	smallCost = 4 * fileThings
	// forgotten is how many tables of files that are gone are forgotten between two ticks, in
	// each state.
	forgotten = 2000
)

// fileCount is the count of a file that is under way, in all states alike.
type fileCount struct {
	chunk  *Chunk    // nil if none is
	states []weigher // of those that have no instance of the chunk, file is nil
}

// count counts some things of a file, and all if it has grown: else more may be added than is
// counted. It returns how many it was in the first state, and whether that was all: the number
// of workers must not show in when agents are counted.
func (f *fileCount) count(k *kept, c *Chunk, room int) (things int, done bool) {
	if f.chunk != c || f.states[0].file != k.runtime.states[0].in(c) {
		f.end()
		f.begin(k, c)
	}
	first := &f.states[0]
	before, part := first.things, f.part(room)
	if done = first.portion(part); !done && f.grown() {
		done = first.portion(math.MaxInt)
	}
	if done {
		part = math.MaxInt
	}
	for i := range f.states[1:] {
		f.states[1+i].portion(part)
	}
	things = first.things - before
	k.files.things += things
	if done {
		k.counted(f.states)
		f.end()
	}
	return things, done
}

// grown tells whether the file is known to have grown since the last count.
func (f *fileCount) grown() bool {
	w := &f.states[0]
	return w.file != nil && w.file.kept.counted && (w.things > w.file.kept.things || w.bytes+w.inside.own > w.file.kept.bytes)
}

// part returns how many things to look at now. A file that was small when it was loaded is
// counted to its end the first time, or what hooks have added meanwhile would be taken for
// its own.
func (f *fileCount) part(room int) int {
	w := &f.states[0]
	if w.file != nil && !w.file.kept.counted && f.chunk.cost <= smallCost {
		return math.MaxInt
	}
	return max(min(room, fileThings), w.things/countParts)
}

func (f *fileCount) begin(k *kept, c *Chunk) {
	if f.states == nil {
		f.states = make([]weigher, len(k.runtime.states))
	}
	f.chunk = c
	for i, s := range k.runtime.states {
		in := s.in(c)
		if in == nil {
			continue
		}
		stop := maxWeighed // what it has from the start is never too much
		if in.kept.counted {
			stop = in.kept.first + k.limit + k.stop(in.kept.hard, in.kept.cut)
		}
		w := &f.states[i]
		w.world = k.weigher.world
		w.begin(s, in, stop)
		w.fileRoots(s, in)
	}
}

// end ends a count, before its end too, as when the file is gone.
func (f *fileCount) end() {
	for i := range f.states {
		w := &f.states[i]
		if w.file != nil { // of a count that has come to its end, none are left
			w.file.kept.tables = append(w.file.kept.tables, w.tables...)
			w.forsake()
			w.end()
		}
		w.file, w.state, w.world = nil, nil, nil
	}
	f.chunk = nil
}

// portion goes on with the count of a file, and with entering its tables as its own.
func (w *weigher) portion(things int) (done bool) {
	if w.file == nil {
		return true
	}
	w.left = things
	return w.follow() && w.claim() && w.waive()
}

// claim enters the tables that were found as those of the file.
func (w *weigher) claim() (done bool) {
	for ; w.claimed < len(w.found); w.claimed++ {
		if w.left--; w.left < 0 {
			return false
		}
		if t, ok := w.found[w.claimed].value.(*lua.LTable); ok {
			w.state.owners[t] = w.file
			w.tables = append(w.tables, t)
		}
	}
	return true
}

// waive gives up the tables that were found by the last count and not by this one.
func (w *weigher) waive() (done bool) {
	kept := &w.file.kept
	for ; w.waived < len(kept.tables); w.waived++ {
		if w.left--; w.left < 0 {
			return false
		}
		t := kept.tables[w.waived]
		if _, still := w.seen[t]; !still && w.state.owners[t] == w.file {
			delete(w.state.owners, t)
		}
	}
	clear(kept.tables)
	kept.tables = append(kept.tables[:0], w.tables...)
	w.forsake()
	return true
}

// forsake forgets what was claimed.
func (w *weigher) forsake() {
	clear(w.tables)
	w.tables, w.claimed, w.waived = w.tables[:0], 0, 0
}

// leave has the tables of a file that is gone forgotten, later if they are many. Until then
// they are nobody's.
func (s *State) leave(in *instance) {
	s.leaving = append(s.leaving, in.kept.tables...)
	in.kept.tables = nil
	if len(s.leaving) <= forgotten {
		s.forget()
	}
}

// forget forgets some of the tables that are to be.
func (s *State) forget() {
	n := min(len(s.leaving), forgotten)
	for _, t := range s.leaving[:n] {
		delete(s.owners, t)
	}
	clear(s.leaving[:n])
	if s.leaving = s.leaving[n:]; len(s.leaving) == 0 {
		s.leaving = nil
	}
}
