// Package lint reads a behavior script without running it.
//
// It uses gopher-lua's parser, and reports problems that a designer has to correct before the script can be used,
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
//	token.go         Lua source to tokens with line and column
//	literal.go       numbers, strings, comments, and their errors
//	operator.go      operators, and those of other languages with their remedy
//	bounds.go        files that are not text, and limits
//	reader.go        the parser, and a fast call of it for conditions
//	syntax.go        explanations of parse errors; syntax_rules.go has the rules,
//	                 syntax_blocks.go the rules for misread blocks,
//	                 syntax_foreign.go the rules for other languages
//	walk.go          one pass over the tree in step with the tokens:
//	                 walk_stmt.go, walk_expr.go, scope.go;
//	                 cursor.go the place in the tokens
//	facts.go         the results of that pass
//	unseen.go        reads of locals outside of their blocks
//	ending.go        the probable purpose of a file that returns nothing
//	behavior.go      the behavior table: its keys and hooks
//	fields.go        the fields of the agent that are read and written
//	check.go         the findings: lists of the checks, and keys; check_unused.go,
//	                 check_idle.go, check_answers.go, check_writes.go, check_calls.go,
//	                 check_expressions.go, check_boards.go, check_memory.go,
//	                 check_params.go; check_driver.go for tests
//	colon.go         modules that are called like objects
//	span.go          a part of the source; bracket.go matching brackets,
//	                 linepos.go the beginning of a line
//
// The nodes of gopher-lua's tree have lines but no columns. The walk therefore follows the tokens of the file while
// it visits the tree in source order. Each leaf of the tree is the next token of its kind, so columns are exact and
// nothing is guessed.
//
// Goals: exact positions; a remedy in every message; bounded time and memory on any input; no panic. Non-goals:
// types, style, unused code other than functions of the behavior table. The caller passes in the
// functions of the host. The other errors of lua.Compile (a break outside of loops, a goto
// without a label, too many local variables) are reported by the caller.
package lint
