// Package bench measures what the engine and its Lua core cost, beside something
// that others have too: gopher-lua's VM, called from a bare loop.
//
//	guard.go    the scenario: a thousand agents in a small tree of six behaviors
//	floor.go    gopher-lua's VM, which calls the same hooks with the same fields
//	measure.go  turns of both sides, and the statistic
//	workers.go  one worker beside several
//
// Goal: ratios that can be trusted, both sides measured in turn in one run.
// Non-goals: a realistic game, a benchmark of Lua.
package bench
