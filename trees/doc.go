// Package trees reads the tree language of Bough: files that end in .bt, where
// indentation is parentage and each line is one node.
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
// The language is described in docs/trees.md. The way of a file:
//
//	syntax.go, table.go   what comes out: File, Tree, Node, NamedCondition, Table
//	source.go   bytes to lines: size, encoding, byte order mark, tabs
//	parse.go    lines to trees: tree lines, comments, limits
//	named.go    lines of named conditions
//	blocks.go   indentation to parentage
//	scan.go     the cursor in a line, white space, words
//	line.go     one line to one Node: head and items
//	value.go, number.go, quoted.go   literals
//	guard.go    what stands behind "when"
//	expr.go     what stands behind a kind that takes an expression
//	kinds.go    which names are kinds, and which of those take an expression
//	check.go    rules that hold for trees from any source, with Validate
//	cycles.go   inclusions that lead back
//	faults.go   every message and its remedy, in one table
//	literal.go  values back to text
//	format.go   a file back to text, in its canonical form
//
// Goals: all mistakes of a file in one go, each with its place, cause and
// remedy and without follow-up errors; positions on everything; bounded time
// and memory for any input. Names are checked for their form only.
//
// Non-goals: to know which behaviors and parameters exist and what is in another
// file (package assets), to understand an expression (package luabind), to read
// files from disk.
package trees
