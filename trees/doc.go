// Package trees reads the tree language of Bough. In its files, which end in
// .bt, each line is one node and the indentation determines the parent.
//
//	condition cornered = dist > 3 or not exit
//
//	tree guard "Watches a gate, fights what it sees."
//	  root
//	    flee         when hp < 30 and not cornered
//	    combat       when target ~= nil
//	      melee      when dist < 2
//	      chase      speed=3.5
//	    goto_point   "a"
//
// docs/trees.md describes the language. A file passes through these stages:
//
//	syntax.go, table.go   the results: File, Tree, Node, NamedCondition, Table
//	source.go   bytes to lines: size, encoding, byte order mark, tabs
//	parse.go    lines to trees: tree lines, comments, limits
//	named.go    lines of named conditions
//	blocks.go   indentation to parentage
//	scan.go     the cursor in a line, white space, words
//	value.go, number.go, quoted.go   literals
//	line.go     one line to one Node: head and items
//	expr.go     the rest of a line after a kind that takes an expression; the condition after "when"
//	computed.go computed values: expressions in parentheses, and the assignments of a node set
//	exprscan.go where an expression or a condition ends
//	override.go rules for overrides; call.go a tree and its parameters as one text
//	kinds.go    the values and expressions that kinds accept
//	check.go    rules for trees from any source, with Validate
//	cycles.go   cycles of inclusions
//	mistakes.go reporting mistakes; remedies for characters; word.go for words
//	literal.go  values back to text
//	parts.go    the parts of a line, for tools
//	format.go   a file back to text, in its canonical form
//
// Goals: all mistakes of a file are reported at once, each with its position,
// cause and remedy; no mistake is reported that only follows from another one;
// everything has a position; time and memory are bounded for any input.
//
// Non-goals: checking which behaviors, parameters and other files exist (package
// assets does that; this package only checks the form of names), interpreting
// expressions (package luabind does that), and reading files from disk.
package trees
