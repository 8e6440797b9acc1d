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
	warned  bool
	blown   bool
	before  uint64 // bytes allocated at the last look
	cycle   uint32 // collections at the last look
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

// errMemory is what a script that allocates too much raises.
var errMemory = errors.New("memory fuse blown")

// relent takes a warning back, as another agent is about to run.
func (f *fuse) relent() {
	if f.warned {
		f.reset()
	}
}

// reset begins anew: nothing that was allocated before counts.
func (f *fuse) reset() {
	f.before, f.blown, f.warned = f.allocated(), false, false
	f.arm(fuseSlice)
}

func (f *fuse) arm(slice int) {
	f.next, f.slice = slice, slice
	f.cycle = cycles.Load()
}

// due tells whether it is time for a look.
func (f *fuse) due() bool { return f.next <= 0 || cycles.Load()-f.cycle >= 2 }

// cycles counts the garbage collections of the process, somewhat late.
var cycles atomic.Uint32

func init() { awaitCycle() }

// awaitCycle leaves something for the next collection to find.
func awaitCycle() {
	runtime.AddCleanup(&struct{ _ *int }{}, func(struct{}) {
		cycles.Add(1)
		awaitCycle()
	}, struct{}{})
}

// look compares what has been allocated since the last look.
func (f *fuse) look() {
	now := f.allocated()
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

func (f *fuse) allocated() uint64 {
	f.samples[0].Name = "/gc/heap/allocs:bytes"
	metrics.Read(f.samples[:])
	if f.samples[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return f.samples[0].Value.Uint64()
}
