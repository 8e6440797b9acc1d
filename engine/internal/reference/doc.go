// Package reference is an interpreter of the semantics that is as simple as possible: it recurses over the tree of
// a conformance case, with maps and sets, without preparation or caches. It is written only from the text of the
// semantics. Tests compare the engine with it.
//
// A tick of an agent is a turn: Decide asks nodes and returns a plan, Exit exits the active nodes that are not
// planned, and Act runs the plan. The type decision implements Decide and cannot run nodes. Each kind of node is
// a pair of functions, one for Decide and one for Act (rules.go).
//
//	rules.go       the rule of each kind, in sequence.go, reactive.go, parallel.go, chooser.go, branch.go,
//	               decorator.go, timed.go, behavior.go and leaf.go
//	decide.go      Decide, and what it knows of a result; draw.go the draws of nodes;
//	               number.go numbers that are computed
//	world.go       the agents of a case; agent.go the state of one; turn.go a tick of one, Exit and Act
//	stimulus.go    stimuli; request.go requests
//	edit.go        edited trees; errors.go hooks that fail; account.go why a node is not ready
//
// Goals: each sentence of the semantics can be found here; a kind can be added without changing the others.
// Non-goals: speed, concurrency, code that changes, explanations for people. The package shares nothing with the
// engine, not even the hash by which nodes draw, and this must not change.
package reference
