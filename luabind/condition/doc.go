// Package condition compiles the conditions of tree files: guards, conditions, and what a switch looks
// at. They are Lua expressions over the fields of an agent, and package lua runs them. What is
// here is what makes them more than that: names for conditions, mistakes that are found when
// a tree is loaded, messages with values, and showing the values of its parts.
//
//	compiler := condition.NewCompiler(condition.Env{Globals: libraries, ...})
//	c, problems := compiler.Compile(condition.Source{Text: "hp < 30 and target ~= nil", Pos: pos, Line: line})
//	yes, err := c.Test(state, agent, params)
//	terms := c.Terms(state, agent, params) // hp is 12, target is nil
//
// # Names
//
// A bare name is, in this order: params, which are the parameters of the node; a condition that the
// tree file has given a name; what all scripts use, such as math; a field of the agent. A name
// that is called is a question, such as ran("melee"), or a function of all scripts. It is never a
// field, so that an agent may have a field active.
//
// # Where to find things
//
//   - env.go: Env and Names, which is all that is known of the host. question.go: ran, active and so on
//   - condition.go: Source, Compiler, and Condition, which is evaluated
//   - syntax.go: parsing, and walking the syntax tree
//   - named.go: finding out what names are; named conditions
//   - check.go: what is wrong whatever the values are, and what is read
//   - words.go: errors in the words of designers
//   - show.go: terms with their values. print.go: the text of one
//
// # Goals
//
// One meaning: no operator is evaluated here. A condition is one function of package lua, a named
// one is a function of its own, shared by all that use it. Evaluating a condition does not allocate.
// Messages name what is wrong by how the designer has written it, with its value and a remedy.
//
// # Non-goals
//
// This package does not know what a node, an agent or a tick is: what the questions answer is up to the
// host, and so is guarding a call and bounding its steps.
package condition
