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
//	tick.go        the tick: Decide, Exit, Act
//	compile.go     Definition to Program; program.go what a Program is; recode.go
//	               the same with other code; names.go finding its nodes
//	behavior.go    hooks, and the interfaces to code: Code, Binding and Direct; bind.go
//	               making code callable, share.go once for all nodes that want the
//	               same
//	context.go     what a hook may ask and do
//	agent.go       one actor; world.go all of them; worker.go sharing them out
//	stimulus.go request.go board.go   the ways in and out besides fields
//	history.go     what ran k ticks ago
//	fault.go       script errors, counted, and quarantine; mended.go when that ends
//	explain.go     why an agent does this and not that
//	carry.go       exchanging programs between ticks while agents go on; follow.go
//	               those who need nothing for that; release.go what is freed then, and
//	               with an agent
//	observe.go     events; twice.go asking each decision twice
//
// Goals: the semantics of docs/semantics.md, exactly; the same results for the
// same inputs, whatever the number of workers; no allocation in a tick; a tick
// that can be read in one sitting. Non-goals: any script language (package
// luabind is one host for them), files, the wall clock, networking, rendering.
// The package uses the standard library only.
//
// To add a kind of node: give it an op in program.go, a line in rule and in
// actBelow (tick.go), and its rule in a file of its own. rule answers what is
// certain about the node's result before it runs (open, certain, refused), which
// is all that a parent needs to choose by readiness; actBelow answers a Status,
// which is all that a parent needs to choose by result.
package engine
