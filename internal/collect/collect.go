// Package collect runs Go's garbage collection at a fixed point of a game's frame.
//
// Go cannot run a part of a collection, so the fixed point runs a whole collection. A collection takes as long as
// marking all live objects of the process. The gain is that no tick runs during a collection. docs/performance.md
// has figures, and says which games benefit.
//
// Go's own pacing is not turned off. GOGC is only raised, so a process that stops ticking, or that allocates much
// elsewhere, does not grow without bound. GOMEMLIMIT stays in force. Both settings are for the whole process.
package collect

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// netPercent is the value to which GOGC is raised while there is a Point. Go then starts a collection by itself
// when the heap is five times as large as the live heap after the last one. A value that is already higher, or off,
// does not change.
const netPercent = 400

// process is the garbage collector of a process, with the operations that Points use.
type process struct {
	setPercent func(int) int
	collect    func()

	mu     sync.Mutex
	points int
	before int // GOGC without Points
}

// own is the garbage collector of this process.
var own = &process{setPercent: debug.SetGCPercent, collect: runtime.GC}

// Point is the fixed point of one game. A nil Point does nothing.
type Point struct {
	process *process
	every   int
	ticks   int
}

// NewPoint returns a point that runs a collection at the end of each every-th tick. It returns nil if every is 0 or
// less. The caller must close the point.
func NewPoint(every int) *Point { return own.newPoint(every) }

func (p *process) newPoint(every int) *Point {
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

func (p *process) holdBack() {
	p.before = p.setPercent(netPercent)
	if p.before < 0 || p.before > netPercent {
		p.setPercent(p.before)
	}
}

// Tick counts a finished tick. If a collection is due, Tick runs it before it returns.
func (p *Point) Tick() {
	if p == nil {
		return
	}
	if p.ticks++; p.every > 0 && p.ticks >= p.every {
		p.ticks = 0
		p.process.collect()
	}
}

// Close removes the point. When the last Point is closed, Close restores GOGC. Closing a point again does nothing.
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
