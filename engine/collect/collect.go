// Package collect runs Go's garbage collection at a fixed point of a game's frame.
//
// Go has no call for a piece of a collection: a fixed point is a whole one, which
// takes as long as it takes to mark everything that lives in the process. The gain is
// that no tick runs during a collection. docs/performance.md has the figures, and says
// which games gain by it.
//
// Go's own pacing is not turned off but held back, so that a process that stops
// ticking, or allocates much elsewhere, does not grow without bound; a GOMEMLIMIT
// holds as ever. Both belong to the whole process.
package collect

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// NetPercent is the value to which GOGC is raised while there is a Point: a collection of
// Go's own accord begins when the heap is five times what lived after the last.
// One that is higher already, or off, stays as it is.
const NetPercent = 400

// Process is the garbage collector of a process, as far as Points use it.
type Process struct {
	setPercent func(int) int
	collect    func()

	mu     sync.Mutex
	points int
	before int // the percentage without Points
}

// Own is the garbage collector of this process.
var Own = NewProcess(debug.SetGCPercent, runtime.GC)

// NewProcess returns a collector that calls setPercent and collect in place of
// debug.SetGCPercent and runtime.GC.
func NewProcess(setPercent func(int) int, collect func()) *Process {
	return &Process{setPercent: setPercent, collect: collect}
}

// Point is the fixed point of one game. A nil Point does nothing.
type Point struct {
	process *Process
	every   int
	ticks   int
}

// NewPoint returns a point at which each every-th tick ends with a collection, nil
// if every is 0 or less. The caller must close it.
func (p *Process) NewPoint(every int) *Point {
	if every <= 0 {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.points++; p.points == 1 {
		p.holdBack()
	}
	return &Point{process: p, every: every}
}

func (p *Process) holdBack() {
	p.before = p.setPercent(NetPercent)
	if p.before < 0 || p.before > NetPercent {
		p.setPercent(p.before)
	}
}

// Tick counts a tick that is over. If a collection is due, Tick returns when it is done.
func (p *Point) Tick() {
	if p == nil {
		return
	}
	if p.ticks++; p.every > 0 && p.ticks >= p.every {
		p.ticks = 0
		p.process.collect()
	}
}

// Close gives the process back its own pacing when the last Point is closed. Closing
// a second time does nothing.
func (p *Point) Close() {
	if p == nil || p.every == 0 {
		return
	}
	p.every = 0
	p.process.mu.Lock()
	defer p.process.mu.Unlock()
	if p.process.points--; p.process.points == 0 {
		p.process.setPercent(p.process.before)
	}
}
