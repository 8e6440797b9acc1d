// Package options combines the Options of a game with those of a program that runs the game, such as a test or a
// command.
package options

import (
	"slices"

	"github.com/bough-dev/bough"
)

// Combine returns the options of a game that is run in another way than its own program does; see bough.Options. What
// is not set in run is as in game, except for Watch, Poll, Overlay, Source, Background, Seed, Workers, Prefix, Record and Coverage, which
// are those of run. The FieldNames of both hold. The callbacks of game are called before those of run.
func Combine(game, run bough.Options) bough.Options {
	o := game
	o.Watch, o.Poll, o.Source, o.Background, o.Overlay = run.Watch, run.Poll, run.Source, run.Background, run.Overlay
	o.Seed, o.Workers, o.Prefix, o.Record = run.Seed, run.Workers, run.Prefix, run.Record
	if run.Limits != (bough.Limits{}) {
		o.Limits = run.Limits
	}
	o.Coverage = run.Coverage
	if run.Wrap != nil {
		o.Wrap = run.Wrap
	}
	o.FieldNames = slices.Concat(game.FieldNames, run.FieldNames)
	o.OnReload = both(game.OnReload, run.OnReload)
	o.OnFault = both(game.OnFault, run.OnFault)
	o.OnMark = both(game.OnMark, run.OnMark)
	if first, then := game.OnLog, run.OnLog; first == nil {
		o.OnLog = then
	} else if then != nil {
		o.OnLog = func(a *bough.Agent, text string) {
			first(a, text)
			then(a, text)
		}
	}
	return o
}

// both returns a function that calls two callbacks, of which each may be nil.
func both[T any](first, then func(T)) func(T) {
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
