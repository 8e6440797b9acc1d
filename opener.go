package bough

import (
	"io/fs"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
)

// Opener opens the game of a program over files, for replays, tests of scripts and commands. It adds to o what the game
// needs, such as Values, Natives and Kinds, calls OpenFS, binds the helpers and adds the trees made in Go. It must open
// a new game in each call. It must not load files, as Load, Spawn and Tick do, and must not change Prefix, Seed and
// Record, nor Limits that are set. Its callbacks OnFault, OnLog and OnReload are called before those of the caller.
type Opener func(files fs.FS, o Options) (*Game, error)

// opening marks the options of a game while an Opener opens it.
type opening struct{}

// Open calls the Opener. It returns the error of the Opener, or an error that matches ErrOptions if the game is not as
// an Opener must open it.
func (open Opener) Open(files fs.FS, o Options) (*Game, error) {
	given, mark := o, new(opening)
	o.OnFault, o.OnLog, o.OnReload, o.Record.opening = nil, nil, nil, mark
	game, err := open(files, o)
	if err != nil {
		return nil, err
	}
	if game == nil || game.world == nil {
		return nil, errorOf(ErrOptions, "the Opener returned no game")
	}
	if why := game.broken(&o); why != "" {
		if game.o.Record.opening == mark {
			game.Close()
		}
		return nil, errorOf(ErrOptions, "the Opener %s", why)
	}
	game.o.Record.opening = given.Record.opening
	own := &game.o
	own.OnFault = both(own.OnFault, given.OnFault)
	own.OnReload = both(own.OnReload, given.OnReload)
	if first, then := own.OnLog, given.OnLog; first == nil {
		own.OnLog = then
	} else if then != nil {
		own.OnLog = func(a *engine.Agent, text string) {
			first(a, text)
			then(a, text)
		}
	}
	return game, nil
}

// both returns a function that calls two callbacks, of which each may be nil.
func both[T *engine.Fault | *assets.Report](first, then func(T)) func(T) {
	if first == nil {
		return then
	}
	if then == nil {
		return first
	}
	return func(x T) {
		first(x)
		then(x)
	}
}

// broken says what an Opener that was called with o has done against its rules, or "".
func (g *Game) broken(o *Options) string {
	switch own := &g.o; {
	case g.phase.closed:
		return "returned a closed game; it must open a new game in each call"
	case own.Record.opening != o.Record.opening:
		return "must open a new game in each call, with the Options that it is given; it may add Values, Natives, Kinds and the like"
	case o.Prefix != "" && own.Prefix != o.Prefix:
		return "changes Options.Prefix; it must leave it as it is given"
	case own.Seed != o.Seed:
		return "changes Options.Seed; it must leave it as it is given"
	case own.Limits != o.Limits && (o.Limits != Limits{} || o.Record.replay):
		return "changes Options.Limits; it must leave limits that it is given, which may be those of a recording"
	case g.loaded:
		return "loads the files; it must leave Load, Spawn and Tick to its caller"
	}
	return ""
}
