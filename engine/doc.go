// Package engine runs behavior trees.
//
// A tree is defined (Definition), compiled once (Compile) into a flat immutable
// Program that all agents share, and ticked (World.Tick) for each Agent.
//
// # A tick
//
//	World.Tick               world.go     the clock, then all workers, then World.flush
//	  worker.tickAgent       tick.go      one agent:
//	    worker.decidePlain   tick.go        Decide: which nodes are ready? It fills worker.decision
//	    worker.decideFrom    tick.go        Decide, for nodes that need more than a call of their precondition
//	    worker.actSteady     tick.go        Act, if the planned nodes are the active nodes; otherwise:
//	    worker.exitUnplanned tick.go        Exit: active nodes that are not planned end
//	    worker.actFrom       tick.go        Act: planned nodes are entered and run
//	  World.flush            outbox.go    stimuli, boards, log lines and events that agents have queued
//
// Decide and Act walk over the nodes of Program in pre-order. For most nodes, which are behaviors
// without children or with exclusive ones, that is all. For others they call the rule of the node's
// kind (nodeRule): its decide returns what is certain about the result before the node runs, so that
// a parent can choose by readiness; its act returns the result.
//
// # Where to find things
//
//	kinds        package engine/kind; rule.go: nodeRule, and the table rules, which has the rule of each kind. The rules:
//	             sequence.go reactive.go parallel.go branch.go draw.go chooser.go decorator.go leaf.go;
//	             children.go scripted.go of behaviors; custom.go of the game's kinds
//	             subtree.go: a node that is decided in Act, and spans that are exited; random.go: draws;
//	             status.go: results
//	trees        definition.go, settings.go, compile.go, program.go; names.go finds nodes by name; bits.go: sets of nodes
//	readiness    ready.go: guard and precondition; stimulus.go: about which stimulus they are asked;
//	             expression.go: what a guard is; number.go: numbers that expressions give;
//	             persistent.go: answers that are reused
//	hooks        behavior.go: Hook, Behavior, and the interfaces Code, Binding and Direct through which
//	             they are called. All calls are in tick.go: worker.call, and for precondition and
//	             behavior also decidePlain, actSteady, callPrecondition and callBehavior.
//	             context.go: what a hook may ask and do
//	agents       agent.go: one; agentlist.go, world.go: all; worker.go: a share of them, for one goroutine
//	turns        schedule.go: agents that do not take part in every tick
//	fields       fields.go: Fields, which a host of scripts implements; key.go; package engine/value
//	input        stimulus.go request.go board.go, and fields
//	output       requests, and outbox.go: queues of each worker, merged in the order of agents; observe.go
//	the past     history.go: what ran k ticks ago
//	errors       fault.go: one error; faultlog.go: all of them, and quarantine
//	explanation  explain.go whynot.go whyrule.go: why an agent does one thing and not another
//	new code     reload.go: agents continue with other programs; migration.go: which node continues as which;
//	             oldstate.go: the state that an agent keeps; recode.go: a program with other code;
//	             codecache.go: the code of programs, callable
//	snapshots    snapshot.go: a world or an agent as bytes, and back; snapshotfault.go: its errors
//	recordings   journal.go: the inputs of a world, recorded and applied; tape.go: the replies of helpers;
//	             write.go: who has written a field
//	checks       purity.go: decisions made twice
//
// To add a kind of node, see docs/architecture.md.
//
// # Names that a game does not need
//
// Of the exported names, these are only for packages that build on this one:
//
//   - running scripts: Code, Binding, Direct, Restarter, Waiter, Waiting, WaitingCall, Placer, Answer, Saver,
//     Options.NewFields and Options.Saver; Context.Turn, Worker, Hook, Explaining, NoteRead, NoteWrite and BoardTotal;
//     Agent.Binding, Tally, Memories, Suspend and Worker; Key.Index; Context.Tape, with Tape, HelperCall and Reply
//   - making programs of files: Recoding, Program.Recoded, Program.Same and Node.Check
//   - recording a game: Journal, JournalReader, TickInputs, Input and Missed; World.Record, ReadJournal,
//     PlayReplies, Missed and TraceWrites
//   - putting new code in force: World.Reload with Migrated, World.ClearFaults and World.Retire
//
// Goals: the semantics of docs/semantics.md, exactly; the same results for the
// same inputs, whatever the number of workers; no allocation in a tick; a tick
// that can be read in one sitting. Non-goals: any script language (package
// luabind is one host for them), files, the wall clock, networking, rendering. Besides the standard library, the
// package uses only engine/kind, engine/value, engine/diag and internal/wire.
package engine
