// Package lint reads a behavior script without running it.
//
// It parses with gopher-lua's parser and reports, with line and column, what a
// designer has to change before the script can be used:
//
//	scripts/melee.lua:4:3: "hits" is a local of the file (line 1) and is constant after loading: keep state in a field of the agent, in memory or on a board
//	      hits = hits + 1
//	      ^
//
// The map:
//
//	script.go        Parse, Script and what can be asked of it
//	names.go         the names with a meaning, which the caller passes in
//	token.go         Lua source to tokens with line and column
//	literal.go       numbers, strings, comments, and what is wrong with them
//	operator.go      operators, and those of other languages with their remedy
//	bounds.go        what is no text, and limits
//	reader.go        the parser, and a short way to it for conditions
//	syntax.go        what a parse error means; syntax_rules.go has the cases,
//	                 syntax_blocks.go those of blocks that were meant otherwise,
//	                 syntax_foreign.go those of other languages
//	walk.go          one pass over the tree in step with the tokens:
//	                 walk_stmt.go, walk_expr.go, scope.go
//	facts.go         what that pass collects
//	ending.go        what a file that returns nothing seems to be for
//	behavior.go      the behavior table: its keys and hooks
//	fields.go        which fields of the agent are read and written
//	check.go         the findings: keys; check_unused.go, check_answers.go,
//	                 check_writes.go, check_calls.go,
//	                 check_memory.go, check_params.go; check_driver.go for tests
//	colon.go         modules that are called like objects
//	span.go          a part of the source; bracket.go which brackets belong together,
//	                 linepos.go where a line begins
//
// gopher-lua's tree knows lines only. The walk therefore follows the tokens of
// the file while it visits the tree: in source order every leaf of the tree is
// the next token of its kind, so columns are exact and nothing is guessed.
//
// Goals: exact places; a remedy in every message; bounded time and memory on
// any input; no panic. Non-goals: types, unused code, style. Names that come
// from elsewhere (hooks, fields of meaning, host functions) are passed in. What
// lua.Compile refuses besides (a break outside of loops, a goto without a label, too
// many local variables) is the caller's to report.
package lint
