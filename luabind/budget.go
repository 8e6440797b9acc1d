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
type budget struct{ left int }

// errBudget is what a script that ran out of instructions raises.
var errBudget = errors.New("instruction budget spent")

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Done implements context.Context; the VM asks it before each instruction.
func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left >= 0 {
		return nil
	}
	return closed
}

// Err implements context.Context.
func (b *budget) Err() error {
	if b.left >= 0 {
		return nil
	}
	return errBudget
}

// Deadline implements context.Context; there is none.
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context; there are none.
func (b *budget) Value(any) any { return nil }

var _ context.Context = (*budget)(nil)
