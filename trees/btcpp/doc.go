// Package btcpp reads and writes the XML of BehaviorTree.CPP 4, which Groot2 edits.
//
// Import converts a file to trees, Export converts trees to a file, and ImportProject and
// ExportProject do the same with files that belong together. Sniff recognizes such files. The
// conversions return a list. If it has errors, there is no result. Its warnings describe differences
// in meaning; each kind of difference is listed once, with its lines.
//
// The files of the package:
//
//	element.go    the elements of a file with their positions, and all bounds
//	builtins.go   the nodes of BehaviorTree.CPP and the kinds of Bough
//	script.go     the words of the script language of BehaviorTree.CPP, and of Lua
//	formula.go    the expressions and assignments of both languages
//	tolua.go      from scripts to Lua
//	toscript.go   from Lua to scripts
//	ports.go      texts of ports and the values of parameters
//	names.go      valid names for ids
//	overrides.go  overrides, as text on the inclusion
//	keep.go       data without a place in Bough: meta={btcpp={...}} on nodes and trees
//	import.go, translate.go, special.go, conditions.go
//	              from elements to nodes
//	skipped.go    nodes for which SKIPPED has another meaning
//	watched.go    nodes that return control between two rounds
//	asked.go      results that Bough determines before anything runs
//	halted.go     nodes for which the order of halts differs
//	trycatch.go   TryCatch, as other nodes
//	uses.go       keys that trees use, and what the keys of included trees stand for
//	passed.go     ports of included trees, and what is passed to them
//	private.go    keys of included trees that have a blackboard of their own
//	version3.go   names that only version 3 has
//	export.go, write.go, model.go
//	              from nodes to elements
//	bough.go      data without a place in BehaviorTree.CPP: the attribute _bough
//
// Data without a counterpart is kept, so that nothing is lost in a round trip: an imported file is
// exported as the same elements and attributes, and an exported tree is imported as the same tree.
// The kept data is used only if it still matches the other data, so a manual change on either side
// takes precedence.
//
// Goals: the same meaning, if there is a counterpart; a warning for each construct
// without one; one clear error for a file that is broken, too large or too deep.
//
// Non-goals: files of version 3; the code of C++ nodes (they become behaviors that
// users write); opening files, including included ones; XML comments.
package btcpp
