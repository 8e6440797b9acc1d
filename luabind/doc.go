// Package luabind runs behaviors written in Lua: it is the engine's host for
// scripts, and the only part of Bough that knows the Lua library.
//
// A Runtime has a State for each worker of a world. A script is compiled once
// (Compile) into a Chunk that all states share, and loaded (Runtime.Load) into
// each of them; what it returned becomes an engine.Behavior. During a tick each
// worker calls hooks in its own state.
//
// Where to find things:
//
//	runtime.go     Runtime, State, and their bounds
//	chunk.go       from text to a loaded file; spec.go what its table means
//	code.go        a hook call; answer.go what hooks return; coroutine.go the run
//	               hook; protect.go recovering
//	budget.go      counting instructions; account.go what an agent has for a tick;
//	               fuse.go the bound on memory; threads.go that on coroutines
//	api.go         the table bt
//	sandbox.go base.go stringlib.go trusting.go yield.go resume.go rewrite.go
//	               what scripts get of Lua, and what is mended in it
//	guardtable.go  tables that must not be written
//	condition.go   conditions and expressions of trees: guardsyntax.go parses,
//	               inline.go puts named conditions in, build.go makes
//	               expressions: expr.go val.go operate.go question.go quick.go;
//	               helpercall.go shapes.go call helpers from them; fallback.go
//	               leaves the rest to Lua; render.go writes them with values
//	registry.go call.go convert.go
//	               Go functions for scripts
//	fields.go value.go copy.go status.go error.go
//	               values, statuses and errors to and from Lua
//	floor.go       hook calls without an engine, to measure against
//
// Sub-packages: lint checks scripts without running them, strlib bounds the
// string and table libraries, geom is a set of helpers, guard the scenario by
// which the cost of the engine is measured.
//
// Goals: no script harms the session, another script or the results; every
// error has a line and a remedy; a hook call costs little more than the bare
// call. Non-goals: files and versions (package assets), other languages.
package luabind
