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

func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left >= 0 {
		return nil
	}
	return closed
}

func (b *budget) Err() error {
	if b.left >= 0 {
		return nil
	}
	return errBudget
}

func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }
func (b *budget) Value(any) any               { return nil }

var _ context.Context = (*budget)(nil)
