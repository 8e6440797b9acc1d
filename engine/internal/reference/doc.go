// Package reference is an interpreter of the semantics that is as simple as possible: it recurses over the tree of
// a conformance case, with maps and sets, without preparation or caches. It is written only from the text of the
// semantics. Tests compare the engine with it.
//
// A tick of an agent is a turn: Decide asks nodes and returns a plan, Exit exits the active nodes that are not
// planned, and Act runs the plan. Each kind of node is a pair of functions, one for Decide and one for Act
// (rules.go).
//
// Goals: each sentence of the semantics can be found here; a kind can be added without changing the others.
// Non-goals: speed, concurrency, code that changes, explanations for people. The package shares nothing with the
// engine, not even the hash by which nodes draw, and this must not change.
package reference
