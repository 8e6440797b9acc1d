// Package condition compiles the expressions of tree files: guards, conditions, and the subjects of
// switches. They are Lua expressions on the fields of an agent, and package lua runs them. This package
// adds named conditions, errors that are found when a tree is loaded, messages with values, and terms,
// which show the values of the parts of a condition.
//
//	compiler := condition.NewCompiler(condition.Env{Globals: libraries, ...})
//	c, problems := compiler.Compile(condition.Source{Text: "hp < 30 and target ~= nil", Pos: pos, Line: line})
//	yes, err := c.Test(state, agent, params)
//	terms := c.Terms(state, agent, params) // hp is 12, target is nil
//
// # Names
//
// A bare name has the first of these meanings that applies: params, the parameters of the node; a named
// condition of the tree file; a global of all scripts, such as math; a field of the agent. A called name
// is a question, such as ran("melee"), or a global function. It is never a field, so an agent may have a
// field named active.
//
// # Where to find things
//
//   - env.go: Env and Names, the interfaces to the host. question.go: ran, active and so on
//   - condition.go: Source, Compiler, and Condition, which is evaluated
//   - syntax.go: parsing, and walking the syntax tree
//   - named.go: the meanings of names; named conditions
//   - check.go: errors that do not depend on values, and the names that are read
//   - falsewith.go: whether a value of a field makes a condition false
//   - words.go: errors worded for designers
//   - show.go: terms with their values
//
// # Goals
//
// Expressions have the same meaning as in scripts: this package evaluates no operator itself. A condition is one
// function of package lua. A named condition is a separate function, which all conditions that use it share.
// Evaluating a condition does not allocate. Messages quote the wrong part of the text, with its value and a remedy.
//
// # Non-goals
//
// The host sets the guard of a call and bounds its steps.
package condition
