// Package luabind runs behaviors written in Lua: it is the engine's host for
// scripts. The language itself is package lua.
//
// A Runtime runs the scripts of one world. A file is compiled once (Compile) and run once
// (Runtime.Load), beside the ticks of the game, in a state of its own; what it returned becomes an
// engine.Behavior. What it has made is constant from then on, so all workers share it, and to
// put a new version in force is to set a pointer between two ticks (Runtime.Install). During a tick
// each worker calls hooks in a state of its own.
//
// A hook that is asked for a decision changes nothing: package lua refuses stores to what was there
// before the call. Steps and bytes of each call are metered, and what an agent keeps from tick to
// tick is bounded; package quota says how much.
//
// Where to find things:
//
//	runtime.go     Runtime, state, and their bounds; options.go
//	compiled.go    from text to a compiled file, which games share; chunk.go what one game
//	               knows of it; load.go runs it and puts it in force; spec.go what its
//	               table means; ending.go what is said if it returns none; names.go the
//	               names that checks know
//	code.go        a hook call; answer.go what hooks return; coroutine.go the run hook;
//	               carry.go takes one that waits over to an edited file
//	account.go     what calls may take and agents may keep: the words for package quota
//	fields.go      the fields of agents
//	api.go         the table bt; sandbox.go what scripts get besides, and of Lua
//	registry.go    Go functions for scripts; the rest of that is in package helper
//	condition.go   conditions and expressions of trees; the rest of that is in package
//	               condition
//	error.go       errors of scripts: explain.go puts mistakes in words of their author,
//	               remedy.go what is the same everywhere; refuse.go what must not be
//	               written; quantity.go numbers
//	standalone.go  files that run apart from behaviors, as tests do
//
// Sub-packages: lua is the language, and lua/lib its library; helper, condition and quota
// are named above. lint checks scripts without running them, geom is a set of helpers,
// bench measures, scripttest runs designers' tests, apidoc describes what scripts can use.
//
// Goals: no script harms the session, another script or the results; every
// error has a line and a remedy; a hook call costs little more than the bare
// call. Non-goals: files and versions (package assets), other languages.
package luabind
