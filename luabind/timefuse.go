//go:build !luacore

package luabind

import (
	"errors"
	"time"
)

// timeFuse ends a call whose instructions take much too long: to calculate with a text of
// 16 kB, or to compare two of them, is one instruction, and takes the time of a thousand.
//
// Clocks do not tell whose time it was. The machine may have been busy with something else,
// the garbage may have been collected, or the whole process was stopped. So after a glance
// that was slow the clock is looked at more often. Who is interrupted is slow once, and in
// time in most of what comes next, be the interruption ever so long: a short glance takes a
// millionth of a second. Who is slow by himself is so in most of them. So the end that a
// script comes to depends on the clock only where it is absurd.
//
// What the game has bound may take as long as it likes. After the first glance that was slow
// and may have been so for that reason, such calls are timed.
type timeFuse struct {
	clock func() time.Duration
	slow  time.Duration // what a long glance takes that is slow
	close bool          // the clock is looked at often
	score int           // short glances that were slow, less those that were not
	blown bool          // the call under way has been slow for too long

	on    bool          // the clock has been looked at, in the call under way
	since time.Duration // when that was
	left  int           // instructions of the glance that has begun there
	taken int           // those that have passed; calls that are charged take many at once

	bound bool          // something that the game has bound was called in this glance
	timed bool          // such calls are timed, for the rest of the call
	gone  time.Duration // when the last one began
	away  time.Duration // what those of this glance took
}

const (
	// longGlance is how many instructions pass between two looks at the clock, which take
	// the time of a dozen each.
	longGlance = 4 * fuseGlance
	// slowGlance is how long a long glance takes that is slow: some seventy times what usual
	// instructions take, and ten times what they take that make tables.
	slowGlance = 4 * time.Millisecond * slowdown
	// shortGlance is how many instructions pass between two looks after a slow one.
	shortGlance = 16
	// doubt is how many more short glances must be in time than slow for the next one to be
	// a long one again, and patience what score ends the call.
	doubt    = 8
	patience = 128
	// worstGlance bounds what a single short glance adds to the score.
	worstGlance = 4
)

// errTime is what a script raises whose instructions take too long.
var errTime = errors.New("time fuse blown")

// clockOf returns the clock of a runtime; without one, nothing takes long.
func clockOf(now func() time.Time) func() time.Duration {
	if now == nil {
		return func() time.Duration { return 0 }
	}
	started := now()
	return func() time.Duration { return now().Sub(started) }
}

// reset begins anew: nothing was slow.
func (t *timeFuse) reset() {
	t.close, t.score = false, 0
	t.on, t.timed, t.blown = false, false, false
}

// pause tells that the call under way ends, or another one begins: what passes until the
// next look is nobody's.
func (t *timeFuse) pause() { t.on = false }

// next returns how many instructions may pass before the next look.
func (t *timeFuse) next() int {
	if t.on && t.left > 0 {
		return t.left
	}
	return t.glance()
}

// glance returns after how many instructions the clock is looked at.
func (t *timeFuse) glance() int {
	if t.close {
		return shortGlance
	}
	return longGlance
}

// pass notes that instructions have passed, all in the call under way.
func (t *timeFuse) pass(steps int) {
	t.left -= steps
	t.taken += steps
	if t.on && t.left > 0 {
		return
	}
	now := t.clock()
	if t.on {
		t.judge(now - t.since - t.away)
	}
	t.on, t.since, t.left, t.taken = true, now, t.glance(), 0
	t.bound, t.away = false, 0
}

// judge looks at a glance that has ended.
func (t *timeFuse) judge(took time.Duration) {
	if limit := t.limit(); took >= limit {
		t.slower(int(took / limit))
	} else if t.close {
		t.score--
		t.close = t.score > 0
	}
}

// limit returns what the instructions of a glance take if it is slow.
func (t *timeFuse) limit() time.Duration {
	return t.slow * time.Duration(max(t.taken, t.glance())) / longGlance
}

// slower notes a glance that took so many times what a slow one takes.
func (t *timeFuse) slower(times int) {
	switch {
	case t.bound && !t.timed:
		t.timed = true // who knows whose time it was
	case !t.close:
		t.close, t.score = true, doubt
	default:
		t.score += min(times, worstGlance)
		t.blown = t.score >= patience
	}
}

// leave tells that something is called that the game has bound.
func (t *timeFuse) leave() {
	t.bound = true
	if t.timed {
		t.gone = t.clock()
	}
}

// back tells that it has returned.
func (t *timeFuse) back() {
	if t.timed {
		t.away += t.clock() - t.gone
	}
}
