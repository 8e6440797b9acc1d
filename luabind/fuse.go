//go:build !luacore

package luabind

import (
	"errors"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
)

// fuse ends a script that allocates without measure. Most of what a script can do
// takes memory in proportion to its instructions, but a table with one entry far
// out, or one made of a thousand values, takes a megabyte in three of them.
//
// The only figure that Go has is that of the whole process. So the bound is far
// above what other goroutines allocate in the time of so few instructions, and far
// below what a machine has. And once is no proof: the goroutine may have had to wait
// while another one allocated. A second look follows.
type fuse struct {
	next    int // instructions until the next look
	slice   int // what next began with
	seen    int // instructions of it that the hoard knows of
	warned  bool
	blown   bool
	before  uint64 // bytes allocated at the last look
	cycle   uint32 // collections at the last look
	hoard   hoard
	surge   surge
	samples [1]metrics.Sample
}

const (
	// fuseSlice is how many instructions pass between two looks. One look takes
	// the time of some fifty.
	fuseSlice = 2048
	// fuseGlance is how many pass at most before it is asked, which takes no time,
	// whether garbage has been collected twice since the last look: then the next one
	// comes at once, and not only when a gigabyte has gone.
	fuseGlance = 256
	// fuseBytes is what a process may allocate for each instruction between two
	// looks, on average: five hundred times what instructions usually take.
	fuseBytes = 64 << 10
)

// hoard is what a turn, or the loading of a file, has allocated so far. Lists that grow by
// one place far out, between loops that do nothing, stay below fuseBytes and fill the memory
// all the same. So there is a second bound, lower and over a longer time. Garbage may pass
// it, as from texts that grow: only who also makes the process keep more is stopped. Hooks
// of several workers run at the same time, and it cannot be told whose the memory is: there
// only files have this bound.
type hoard struct {
	off    bool
	begun  bool
	steps  int    // instructions
	before uint64 // bytes allocated when it began
	live   uint64 // bytes in use then, as of the last collection
	cycle  uint32 // collections then
}

const (
	// hoardBytes is what may be allocated until the instructions are asked for, and
	// hoardRate what each of them may then have taken: four times what tables take that are
	// made one by one.
	hoardBytes = 96 << 20
	hoardRate  = 512
	// hoardLive is by how much what is in use must have grown.
	hoardLive = 48 << 20
)

// grew enters a look in the books, and tells whether the bound is passed.
func (h *hoard) grew(steps int, now uint64) bool {
	if h.off {
		return false
	}
	if !h.begun {
		*h = hoard{begun: true, before: now, live: live.Load(), cycle: cycles.Load()}
		return false
	}
	h.steps += steps
	if now-h.before < hoardBytes {
		return false
	}
	much := now-h.before > uint64(h.steps)*hoardRate
	switch {
	case much && live.Load() > h.live+hoardLive:
		return true
	case !much, cycles.Load()-h.cycle >= 4: // little by little, or garbage
		h.begun = false
	}
	return false
}

// errMemory is what a script that allocates too much raises.
var errMemory = errors.New("memory fuse blown")

// relent takes a warning back, as another agent is about to run.
func (f *fuse) relent() {
	f.hoard.begun = false
	if f.warned {
		f.reset()
	}
}

// reset begins anew: nothing that was allocated before counts.
func (f *fuse) reset() {
	f.before, f.blown, f.warned = f.allocated(), false, false
	f.hoard.begun = false
	f.arm(fuseSlice)
}

func (f *fuse) arm(slice int) {
	if f.surge.on {
		slice = fuseGlance
	}
	f.next, f.slice, f.seen = slice, slice, 0
	f.cycle = cycles.Load()
}

// due tells whether it is time for a look.
func (f *fuse) due() bool { return f.next <= 0 || cycles.Load()-f.cycle >= 2 }

// cycles counts the garbage collections of the process, somewhat late, and live is how many
// bytes were in use after the last one.
var (
	cycles atomic.Uint32
	live   atomic.Uint64
)

func init() { awaitCycle() }

// awaitCycle leaves something for the next collection to find.
func awaitCycle() {
	runtime.AddCleanup(&struct{ _ *int }{}, func(struct{}) {
		live.Store(read("/gc/heap/live:bytes", &[1]metrics.Sample{}))
		cycles.Add(1)
		awaitCycle()
	}, struct{}{})
}

// look compares what has been allocated since the last look.
func (f *fuse) look() {
	now := f.allocated()
	f.surge.look(now)
	used := f.slice - f.next
	f.seen, used = used, used-f.seen
	if f.hoard.grew(used, now) {
		f.blown, f.warned, f.hoard.begun = true, false, false
		f.arm(fuseSlice)
		return
	}
	much := f.slice > 0 && now-f.before > uint64(f.slice)*fuseBytes
	if f.next > 0 && !much { // early, and nothing to be seen yet
		f.cycle = cycles.Load()
		return
	}
	f.before = now
	switch {
	case !much:
		f.warned = false
		f.arm(fuseSlice)
	case f.warned:
		f.blown, f.warned = true, false
		f.arm(fuseSlice)
	default:
		f.warned = true
		f.arm(fuseSlice)
	}
}

func (f *fuse) allocated() uint64 { return read("/gc/heap/allocs:bytes", &f.samples) }

// read returns one of Go's metrics.
func read(name string, room *[1]metrics.Sample) uint64 {
	room[0].Name = name
	metrics.Read(room[:])
	if room[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return room[0].Value.Uint64()
}
