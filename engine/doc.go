// Package engine runs behavior trees.
//
// A tree is defined (Definition), compiled once (Compile) into a flat immutable
// Program that all agents share, and ticked (World.Tick) for each Agent in three
// steps: Decide asks which nodes are ready, Exit leaves what is no longer
// wanted, Act enters and runs the rest. What an agent keeps is small and apart
// from the program: bits of what is active and what ran, and a few words per
// node.
//
// Where to find things:
//
//	tick.go        the tick: Decide, Exit, Act; rule.go and kind.go what differs by kind
//	compile.go     Definition to Program; program.go what a Program is; recode.go
//	               the same with other code; names.go finding its nodes
//	behavior.go    hooks, and the interfaces to code: Code, Binding and Direct;
//	               codecache.go making code callable
//	context.go     what a hook may ask and do
//	agent.go       one actor; world.go all of them; worker.go sharing them out
//	stimulus.go request.go board.go   the ways in and out besides fields
//	history.go     what ran k ticks ago
//	fault.go       script errors; faultlog.go counts them, and holds quarantines
//	explain.go     why an agent does this and not that
//	reload.go      exchanging programs between ticks while agents go on; migration.go which
//	               node goes on as which, snapshot.go what an agent keeps
//	observe.go     events; outbox.go delivering them in the order of agents; purity.go
//	               making each decision twice
//
// Goals: the semantics of docs/semantics.md, exactly; the same results for the
// same inputs, whatever the number of workers; no allocation in a tick; a tick
// that can be read in one sitting. Non-goals: any script language (package
// luabind is one host for them), files, the wall clock, networking, rendering.
// The package uses the standard library only.
//
// To add a kind of node: give it a constant and a row in the table kinds (kind.go), and its rule, a nodeRule, in the
// file of the kinds next to it (sequence.go, reactive.go, parallel.go, branch.go, draw.go, chooser.go, decorator.go,
// leaf.go). What a tree file may say of it stands in package behaviors.
package engine
