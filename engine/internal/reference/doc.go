// Package reference is an interpreter of the semantics that is as plain as can
// be: recursion over the tree of a conformance case, maps and sets, nothing
// prepared, nothing cached. It is written from the text of the semantics alone
// and tests compare the engine with it.
//
// A tick of an agent is a turn: Decide asks nodes and answers with a plan, the
// nodes that are planned no longer are exited, Act runs the plan. Each kind of
// node is a pair of functions, one for Decide and one for Act (rules.go).
//
// Goals: each sentence of the semantics can be found here; a kind is added
// without touching the others. Non-goals: speed, concurrency, code that changes,
// explanations that anybody reads. The package shares nothing with the engine, not
// even the hash by which nodes draw, and must stay so.
package reference
