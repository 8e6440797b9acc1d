package bough

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// Errors that a game may want to tell apart, with errors.Is. Their texts name the place,
// the cause and a remedy. Methods without an error as result panic with them: to call
// such a method then is a mistake of the program.
var (
	// ErrClosed: the game was closed, or never opened.
	ErrClosed = engine.ErrClosed
	// ErrBusy: what would change the game was called from a callback or during a tick.
	ErrBusy = errors.New("called during a tick or a reload")
	// ErrOptions: Options do not fit together, or are out of range.
	ErrOptions = errors.New("options")
	// ErrBind: a helper or its namespace cannot be bound.
	ErrBind = errors.New("cannot be bound")
	// ErrUnknownTree: there is no tree of that name, or none that works.
	ErrUnknownTree = errors.New("unknown tree")
	// ErrParameters: what stands behind the name of a tree does not fit its parameters.
	ErrParameters = errors.New("parameters of a tree")
	// ErrField: a field of Spawn has no name or value that scripts can have.
	ErrField = errors.New("field")
	// ErrGone: the agent was despawned, or its world ended with Restart or Close.
	ErrGone = errors.New("agent is gone")
	// ErrForeign: the agent lives in another game.
	ErrForeign = errors.New("agent of another game")
	// ErrUnknownVersion: Rollback has no such version.
	ErrUnknownVersion = errors.New("unknown version")
)

// kindError is an error with the text of one and the kind of another.
type kindError struct {
	error
	kind error
}

func (e *kindError) Unwrap() []error { return []error{e.error, e.kind} }

// as makes err one of a kind, without a change of its text.
func as(kind, err error) error {
	if err == nil || errors.Is(err, kind) {
		return err
	}
	return &kindError{err, kind}
}

func errorOf(kind error, format string, args ...any) error {
	return as(kind, fmt.Errorf(format, args...))
}

// checkOptions reports what would be ignored, or taken for something else.
func checkOptions(o *Options) error {
	for _, n := range []struct {
		name  string
		value int
	}{{"Workers", o.Workers}, {"History", o.History}, {"TickBudget", o.TickBudget}, {"CollectEvery", o.CollectEvery}, {"Poll", int(o.Poll)}} {
		if n.value < 0 {
			return errorOf(ErrOptions, "bough: Options.%s is %d; give 0 for the default, or a number above", n.name, n.value)
		}
	}
	if o.Budget < luabind.NoBudget {
		return errorOf(ErrOptions, "bough: Options.Budget is %d; give a number of instructions, 0 for the default, or luabind.NoBudget", o.Budget)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Natives)) {
		if o.Natives[name] == nil {
			return errorOf(ErrOptions, "bough: Options.Natives[%q] is nil; give a behaviors.Native, or leave it out", name)
		}
	}
	return nil
}

// checkUnwatched reports options that need a folder.
func checkUnwatched(o *Options) error {
	if o.Watch && o.Source == nil {
		return errorOf(ErrOptions, "bough: Options.Watch: a file system or a bundle cannot be watched; give Options.Source, which says what has changed, or open a folder with Open")
	}
	return nil
}
