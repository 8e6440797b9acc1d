// Package luabind runs behaviors written in Lua. It is the engine's host for scripts. The language itself is in
// package lua.
//
// A Runtime runs the scripts of one world. A file is compiled once (Compile) and run once (Runtime.Load), in a state
// that only loads files. Both may happen while the game ticks. The value that the file returns becomes an
// engine.Behavior. All values that the file has created are constant from then on, so all workers share them.
// Installing a new version only sets a pointer between two ticks (Runtime.Install). During a tick each worker calls
// hooks in a state of its own.
//
// A hook that is called for a decision changes nothing: package lua refuses stores to values that existed before
// the call. The steps and bytes of each call, and the bytes that an agent keeps from tick to tick, are bounded.
// Package quota has the limits.
//
// Where to find things:
//
//	runtime.go     Runtime and state; options.go their options and bounds
//	compiled.go    from text to a compiled file, which games share; chunk.go the file in one game;
//	               load.go runs it and installs it; spec.go reads its table; ending.go words the
//	               error if it returns none; names.go the names for the checks
//	code.go        a hook call; answer.go the results of hooks; coroutine.go the run hook;
//	               carry.go moves what agents hold, such as a suspended run, to an edited file
//	account.go     the limits on calls and agents: errors of package quota
//	fields.go      the fields of agents
//	save.go        fields, memories and suspended runs as bytes, for snapshots
//	api.go         the table bt; sandbox.go the other globals of scripts
//	registry.go    Go functions for scripts; method.go has those that are methods of handles; package
//	               helper has the rest
//	tape.go        replies of these functions, recorded and replayed
//	writes.go      who has written a field, for replays
//	coverage.go    counts of what runs, for tests
//	condition.go   conditions and expressions of trees; package condition has the rest
//	error.go       errors of scripts: explain.go describes mistakes for their author, refuse.go
//	               refused writes, quantity.go formats numbers
//	standalone.go  files that run apart from behaviors, such as tests
//
// Sub-packages: lua is the language, and lua/lib is its library. helper, condition and quota are named above. lint
// checks scripts without running them, geom is a set of helpers, bench has benchmarks, scripttest runs the tests of
// designers, and apidoc describes the API of scripts.
//
// Goals: no script harms the session, another script or the results; every
// error has a line and a remedy; a hook call costs little more than the bare
// call. Non-goals: files and versions (package assets), other languages.
package luabind
