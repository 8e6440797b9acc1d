//go:build !luacore

package luabind

import (
	"context"
	"errors"
	"time"
)

// budget is a context that ends a script after a number of VM instructions.
// The VM asks Done before every instruction; counting there is exact, does not
// depend on the machine, and a script's pcall cannot swallow it, since the very
// next instruction asks again.
//
// Done must never return an open channel: context.WithCancel on it would then
// start a goroutine for each coroutine.
type budget struct {
	left  int // of the slice under way; what is below 0 is owed
	rest  int // what comes after it
	slice int // what left began with
	fuse  fuse
	time  timeFuse
	// sure is how many are left at most when all that is taken from now on is taken by one
	// call: before that, several small ones may share what was given.
	sure int
	// excess, if set, is asked before each instruction whether something has grown that
	// must not; caught is that it has.
	excess *excess
	caught bool
}

// errBudget is what a script that ran out of instructions raises.
var errBudget = errors.New("instruction budget spent")

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// fill gives n instructions, after so many of the ones before were used, to who comes next.
func (b *budget) fill(n int) {
	b.time.pause()
	b.divide(n)
}

// divide begins a slice of n instructions.
func (b *budget) divide(n int) {
	b.fuse.next -= b.slice - b.left
	if b.fuse.due() {
		b.fuse.look()
	}
	b.slice = min(n, b.fuse.next, fuseGlance, b.time.next())
	if b.excess != nil {
		b.slice = 0
	}
	b.left, b.rest = b.slice, n-b.slice
	if b.fuse.blown {
		b.left, b.rest = 0, 0 // too little for the next call, which is given anew
	}
	if b.time.blown {
		b.left, b.rest = 0, n
	}
}

// top fills up to n instructions, of which those of the slice under way are some: less
// is done than for fill, as no look is due.
func (b *budget) top(n int) {
	if b.left > n {
		b.fill(n)
	}
	b.rest = n - b.left
}

// elsewhere notes that something else has run, whose allocations do not count.
func (b *budget) elsewhere() {
	b.fuse.reset()
	b.fill(b.total())
}

// load gives what the file level of a script may take. Anew tells that others may have
// allocated since the last one: a look takes as long as a small file does.
func (b *budget) load(anew bool) {
	if anew || b.fuse.blown || b.fuse.warned {
		b.fuse.reset()
	}
	b.slice, b.left = 0, 0
	b.excess, b.caught = nil, false
	b.time.reset()
	b.sure = LoadBudget
	b.fill(LoadBudget)
}

// total returns what is left.
func (b *budget) total() int { return b.left + b.rest }

// Done implements context.Context; the VM asks it before each instruction.
func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left >= 0 || b.more() {
		return nil
	}
	return closed
}

// more begins the next slice, and answers false if there is none.
func (b *budget) more() bool {
	n := b.total()
	if n < 0 || b.fuse.blown || b.time.blown || b.caught {
		return false
	}
	if b.excess != nil && b.excess.grew() {
		b.caught = true
		return false
	}
	if n < b.sure {
		b.time.pass(b.slice - b.left)
	}
	b.divide(n)
	if b.fuse.surge.due && b.fuse.surge.over() {
		b.fuse.blown, b.left, b.rest = true, 0, 0
	}
	return !b.fuse.blown && !b.time.blown
}

// spend takes n instructions, and answers false if there are not as many.
func (b *budget) spend(n int) bool {
	b.left -= n
	return b.left >= 0 || b.more()
}

// Err implements context.Context.
func (b *budget) Err() error {
	switch {
	case b.caught:
		return errKept
	case b.fuse.blown:
		return errMemory
	case b.time.blown:
		return errTime
	case b.total() < 0:
		return errBudget
	}
	return nil
}

// Deadline implements context.Context; there is none.
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context; there are none.
func (b *budget) Value(any) any { return nil }

var _ context.Context = (*budget)(nil)
