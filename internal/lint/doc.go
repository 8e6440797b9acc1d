// Package lint reads a behavior script without running it.
//
// It reports problems that a designer has to correct before the script can be used,
// with line and column:
//
//	scripts/melee.lua:4:3: unknown hook "on_entre": did you mean on_enter?
//	      on_entre = function(agent) end,
//	      ^
//
// The map:
//
//	script.go        Parse, Script and its methods
//	names.go         the names with a meaning, and the functions of the host
//	source.go        the text with its tokens
//	bounds.go        files that are not text
//	walk.go          one pass over the tree: walk_stmt.go, walk_expr.go, scope.go
//	facts.go         the results of that pass
//	unseen.go        reads of locals outside of their blocks
//	ending.go        the probable purpose of a file that returns nothing
//	behavior.go      the behavior table: its keys and hooks
//	fields.go        the fields of the agent that are read and written
//	terms.go         the data of the game in calculations, comparisons and assignments
//	check.go         the findings: lists of the checks, and keys; check_unused.go,
//	                 check_idle.go, check_answers.go, check_writes.go, check_calls.go,
//	                 check_expressions.go, check_boards.go, check_memory.go,
//	                 check_params.go, check_angles.go, check_given.go;
//	                 check_driver.go for tests
//	decided.go       comparisons of constants after the words and and or
//	colon.go         modules that are called like objects; argument.go what a
//	                 call gives a parameter
//	span.go          a part of the source; bracket.go matching brackets,
//	                 linepos.go the beginning of a line
//
// Package internal/syntax parses the script, and reports what is not Lua. The facts name places by the indices of
// tokens, so that a check can look at what is beside a place.
//
// Goals: exact positions; a remedy in every message; bounded time and memory on any input; no panic. Non-goals:
// types, style, unused code other than functions of the behavior table. The caller passes in the
// functions of the host. The other errors of lua.Compile (a goto without a label,
// too many local variables) are reported by the caller.
package lint
