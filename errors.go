package bough

import (
	"errors"
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
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

// as makes err one of a kind, without a change of its text: "%.0w" wraps and prints nothing.
func as(kind, err error) error {
	if err == nil || errors.Is(err, kind) {
		return err
	}
	return fmt.Errorf("%w%.0w", err, kind)
}

func errorOf(kind error, format string, args ...any) error {
	return as(kind, fmt.Errorf(format, args...))
}

// Findings are what Load has found wrong in the files, sorted by place. They are no error by
// themselves: there may be none, and warnings keep nothing from being used. Err makes an error
// of the others.
type Findings []diag.Diagnostic

// Err returns the errors among them as one error, a diag.List, and nil if there are none.
func (f Findings) Err() error { return f.Errors().Err() }

// Errors returns those that keep a file from being used.
func (f Findings) Errors() diag.List { return diag.List(f).Errors() }

// String returns all texts, one after another, at most diag.MaxShown.
func (f Findings) String() string { return diag.List(f).Error() }

// While OnReload is told of a round, and while agents are ticked, a change of the game would
// come into the midst of another one. What would make one is refused then.

// What may be under way.
const (
	inReload  = "while changed files go in, as in OnReload"
	inTick    = "during a tick"
	inRestart = "during Restart"
)

// begin says what is under way until the next call of end.
func (g *Game) begin(what string) { g.busy = what }

func (g *Game) end() { g.busy = "" }

// refused returns the error of a method that must not be called now, nil if it may.
func (g *Game) refused(method string) error {
	if g.busy == "" {
		return g.shut(method)
	}
	return errorOf(ErrBusy, "bough: Game.%s was called %s; note there what is wanted, and do it when Tick or Refresh has returned", method, g.busy)
}

// between panics if a method must not be called now.
func (g *Game) between(method string) {
	if err := g.refused(method); err != nil {
		panic(err)
	}
}

// shut returns the error of a method that needs a game which is open.
func (g *Game) shut(method string) error {
	switch {
	case g.world == nil:
		return fmt.Errorf("bough: Game.%s was called on a game that was never opened, so it is %w; make one with Open, OpenFS or OpenBundle", method, ErrClosed)
	case g.closed:
		return fmt.Errorf("bough: Game.%s was called on a %w game; open another one", method, ErrClosed)
	}
	return nil
}

// open returns the error of a method that needs a game which is open, and panics if the
// method must not be called now.
func (g *Game) open(method string) error {
	if g.busy != "" {
		g.between(method)
	}
	return g.shut(method)
}

// asks is open for what asks for a tree, which whoever is told of a reload may do.
func (g *Game) asks(method string) error {
	if g.busy != inReload {
		return g.open(method)
	}
	return g.shut(method)
}

// made panics if the game was never opened. What a closed game was can be read.
func (g *Game) made(method string) {
	if g.world == nil {
		panic(g.shut(method))
	}
}

// lives returns the error of a method that is given an agent which does not live here.
func (g *Game) lives(method string, a *Agent) error {
	switch {
	case a == nil:
		return errorOf(ErrGone, "bough: Game.%s: there is no agent, but nil", method)
	case a.Alive() && a.World() == g.world:
		return nil
	case a.Alive():
		return errorOf(ErrForeign, "bough: Game.%s: %s lives in another game; give it to that one", method, a.Label())
	case a.World() == g.world && !g.closed:
		return errorOf(ErrGone, "bough: Game.%s: %s was despawned; ask Alive before", method, a.Label())
	}
	return errorOf(ErrGone, "bough: Game.%s: %s is gone with its world, which ended with Restart or Close; ask Alive before", method, a.Label())
}
