// Package luabind runs behaviors written in Lua: it is the engine's host for
// scripts, and the only part of Bough that knows the Lua library.
//
// A Runtime has a State for each worker of a world, and one more to load files in. A
// script is compiled once (Compile) into a Chunk that all states share and run in the
// latter (Runtime.Load), beside the ticks of the game; what it returned becomes an
// engine.Behavior. What it has made is copied for each worker there too
// (Runtime.Replicate), and handed over between two ticks (Runtime.Install). During a tick
// each worker calls hooks in its own state.
//
// A copy refers to what the worker has in the place of what the file referred to: the
// functions of the worker's libraries, and its copies of the modules. So a file works on
// the same tables in a worker as all others there, no worker shares a table with another
// one or with the load state, and a library function knows the State that it was made in.
// That rests on a module being, for as long as it is in force, what it was in the load
// state when it had been loaded; image.go writes that down and looks. Files for which it does not
// hold, and what cannot be copied, are run in the state of each worker, as is said at
// Replicate; Runtime.InstallSome spreads that over several ticks.
//
// Nor does a file run if all that is new is its modules, and it does nothing with them when
// it is loaded but have them, or parts of them, in local variables, as most files do:
// Runtime.Relink makes it from what it made the last time.
//
// Rejected was to run each file once for every worker beside the ticks, in a state that
// finds out by its caller for whom it works. Such a run calls the modules that the worker
// has, and may look into tables that the worker's hooks change at that moment; with modules
// of its own, a file would not share with others what the module returned. And the table bt
// holds bt.dt, which differs from worker to worker and is written while they tick.
//
// Where to find things:
//
//	runtime.go     Runtime, State, and their bounds
//	chunk.go       from text to a compiled file; load.go runs it; spec.go what its
//	               table means; ending.go that it gives back none
//	image.go       what a file has made; mend.go brings it back where another file that
//	               fails has changed it; replicate.go copies it, give.go gives it away,
//	               twin.go finds what stands for what in which worker; install.go hands
//	               it over, instances.go has it; place.go what is in force
//	borrow.go      files that need not run when their modules change; ahead.go copies
//	               them
//	code.go        a hook call; answer.go what hooks return; coroutine.go the run
//	               hook; protect.go recovering; gone.go code that is no longer there
//	budget.go      counting instructions; account.go what an agent has for a tick;
//	               fuse.go the bound on memory, surge.go that on memory of many;
//	               timefuse.go that on instructions that take long, slowdown.go how
//	               long; threads.go that on coroutines
//	kept.go        what agents may keep from tick to tick, keptfile.go what files;
//	               weigh.go onstack.go count it, excess.go holds back who keeps
//	               too much, keptlist.go tells it to people
//	api.go         the table bt
//	sandbox.go base.go stringlib.go trusting.go yield.go resume.go rewrite.go
//	constructor.go assignment.go backjump.go dots.go room.go fit.go
//	               what scripts get of Lua, and what is mended in it
//	guardtable.go  tables that must not be written
//	watch.go       looking after hooks that must not change anything: freeze.go
//	               has tables refuse writes, reach.go and found.go find what calls share,
//	               moved.go knows who made coroutines, refuse.go says what was tried;
//	               seal.go has tables of files refuse writes of all hooks, stow.go undoes
//	               what cannot be refused
//	condition.go   conditions and expressions of trees: guardsyntax.go parses,
//	               inline.go puts named conditions in, build.go makes
//	               expressions: expr.go val.go operate.go question.go quick.go;
//	               helpercall.go shapes.go call helpers from them; fallback.go
//	               leaves the rest to Lua; render.go writes them with values
//	registry.go call.go convert.go
//	               Go functions for scripts
//	fields.go value.go copy.go status.go error.go
//	               values, statuses and errors to and from Lua; plain.go says errors in
//	               the words of a script's author: known.go what may have been meant, gotos.go jumps,
//	               remedy.go what is the same everywhere; colon.go blames a colon;
//	               fullboards.go boards
//	driver.go      files that play a game from outside, as tests do: driverword.go
//	               what they can do, driveragent.go agents and boards as they see them;
//	               standin.go puts their functions in the place of helpers; renew.go
//	               gives the workers new states for the next one
//
// Sub-packages: lint checks scripts without running them, strlib bounds the
// string and table libraries, geom is a set of helpers, bench the scenarios by
// which the cost of the engine is measured, scripttest runs designers' tests.
//
// Goals: no script harms the session, another script or the results; every
// error has a line and a remedy; a hook call costs little more than the bare
// call. Non-goals: files and versions (package assets), other languages.
package luabind
