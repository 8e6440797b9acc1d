package bough

import (
	"errors"
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
)

// Kinds of errors, for use with errors.Is. The text of an error names the place, the cause and a remedy. Methods of
// Game that do not return an error panic with ErrBusy or ErrClosed, since such a call is a bug of the program. Methods
// of engine.World and engine.Agent panic with a text instead of ErrBusy.
var (
	// ErrClosed means that the game was closed, or never opened.
	ErrClosed = engine.ErrClosed
	// ErrBusy means that a method of Game that changes the game was called from a callback or during a tick.
	ErrBusy = errors.New("called during a tick or a reload")
	// ErrOptions means that Options contradict each other, are out of range, or have a helper, a tree or a kind that
	// cannot be used.
	ErrOptions = errors.New("options")
	// ErrUnknownTree means that there is no tree of that name, or that it does not work.
	ErrUnknownTree = errors.New("unknown tree")
	// ErrParameters means that the parameters given for a tree do not match the parameters of the tree.
	ErrParameters = errors.New("parameters of a tree")
	// ErrField means that a field given to Spawn has a name or a value that scripts cannot use, or a value that contradicts
	// the declared type.
	ErrField = errors.New("field")
	// ErrGone means that the agent was despawned, or that its world ended with Restart or Close.
	ErrGone = errors.New("agent is gone")
	// ErrForeign means that the agent lives in another game.
	ErrForeign = errors.New("agent of another game")
	// ErrUnknownVersion means that Rollback has no such version.
	ErrUnknownVersion = errors.New("unknown version")
	// ErrSnapshot means that the game cannot be saved, or cannot be restored from these bytes.
	ErrSnapshot = errors.New("snapshot")
	// ErrRecording means that the game cannot be recorded, or that a recording cannot be read or repeated.
	ErrRecording = errors.New("recording")
)

// as returns err as an error of a kind, with the text of err. The verb "%.0w" wraps kind without printing it.
func as(kind, err error) error {
	if err == nil || errors.Is(err, kind) {
		return err
	}
	return fmt.Errorf("%w%.0w", err, kind)
}

func errorOf(kind error, format string, args ...any) error {
	return as(kind, fmt.Errorf(format, args...))
}

// Findings lists the problems that Load has found in the files, sorted by place. Findings is not an error itself,
// since it may be empty or contain only warnings, which do not keep a file from being used.
type Findings []diag.Diagnostic

// Err returns the errors among the findings as one error, a diag.List, or nil if there are none.
func (f Findings) Err() error { return f.Errors().Err() }

// Errors returns the findings that keep a file from being used.
func (f Findings) Errors() diag.List { return diag.List(f).Errors() }

// String returns the texts of at most diag.MaxShown findings.
func (f Findings) String() string { return diag.List(f).Error() }

// phase determines which methods of a game may be called. The zero value is the phase of a game that was never
// opened.
type phase struct {
	opened, closed bool
	busy           string // inTick or a similar constant, "" between ticks
}

// The states in which the game is being changed. In them, methods that change the game return an error or panic.
const (
	inReload  = "while changed files go in, as in OnReload"
	inTick    = "during a tick"
	inOnTick  = "in a function given to OnTick"
	inRestart = "during Restart"
	inMark    = "in OnMark"
	inData    = "in MigrateFields or MigrateBoards"
)

// setBusy enters a state, until the next call of clearBusy.
func (p *phase) setBusy(what string) { p.busy = what }

func (p *phase) clearBusy() { p.busy = "" }

// checkIdle returns an error if a method that changes the game must not be called now.
func (p *phase) checkIdle(method string) error {
	if p.busy == "" {
		return p.checkOpen(method)
	}
	return errorOf(ErrBusy, "bough: Game.%s was called %s; note there what is wanted, and do it when Tick or Refresh has returned", method, p.busy)
}

// mustBeIdle panics if a method that changes the game must not be called now.
func (p *phase) mustBeIdle(method string) {
	if err := p.checkIdle(method); err != nil {
		panic(err)
	}
}

// checkOpen returns an error unless the game is open.
func (p *phase) checkOpen(method string) error {
	switch {
	case !p.opened:
		return fmt.Errorf("bough: Game.%s was called on a game that was never opened, so it is %w; make one with Open, OpenFS or OpenBundle", method, ErrClosed)
	case p.closed:
		return fmt.Errorf("bough: Game.%s was called on a %w game; open another one", method, ErrClosed)
	}
	return nil
}

// checkLookup is like checkIdle, for methods that look up a tree. These may also be called in OnReload.
func (p *phase) checkLookup(method string) error {
	if p.busy == inReload {
		return p.checkOpen(method)
	}
	return p.checkIdle(method)
}

// checkBetween is like checkIdle, for methods that may also be called in functions given to OnTick.
func (p *phase) checkBetween(method string) error {
	if p.busy == inOnTick {
		return p.checkOpen(method)
	}
	return p.checkIdle(method)
}

// mustBeOpened panics if the game was never opened. Methods that read the state may also be called on a closed game.
func (p *phase) mustBeOpened(method string) {
	if !p.opened {
		panic(p.checkOpen(method))
	}
}

// checkAgent returns an error unless the agent lives in this game.
func (g *Game) checkAgent(method string, a *Agent) error {
	switch {
	case a == nil:
		return errorOf(ErrGone, "bough: Game.%s: there is no agent, but nil", method)
	case a.Alive() && a.World() == g.world:
		return nil
	case a.Alive():
		return errorOf(ErrForeign, "bough: Game.%s: %s lives in another game; give it to that one", method, a.Label())
	case a.World() == g.world && !g.phase.closed:
		return errorOf(ErrGone, "bough: Game.%s: %s was despawned; ask Alive before", method, a.Label())
	}
	return errorOf(ErrGone, "bough: Game.%s: %s is gone with its world, which ended with Restart or Close; ask Alive before", method, a.Label())
}
