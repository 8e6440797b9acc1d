// Package btcpp reads and writes the XML of BehaviorTree.CPP 4, which Groot2 edits.
//
// Import makes trees of a file, Export makes a file of trees, and ImportProject and
// ExportProject do so with files that belong together. Sniff tells such files from others. They return a
// list: its errors mean that there is no result, its warnings say what differs in meaning, each
// kind of difference once, with the lines where it is.
//
// The files of the package:
//
//	element.go    the elements of a file with their places, and all bounds
//	builtins.go   which node there is which kind here
//	script.go     the language of scripts there, and Lua
//	ports.go      texts of ports and the values of parameters
//	names.go      valid names for ids
//	keep.go       what has no place here: meta={btcpp={...}} on nodes and trees
//	import.go, translate.go, special.go, conditions.go
//	              from elements to nodes
//	skipped.go    where SKIPPED means something else here
//	watched.go    which nodes give control back between two rounds
//	asked.go      what is known here before anything runs
//	halted.go     where the order of halts is another one
//	private.go    keys of included trees that have a blackboard of their own
//	passed.go     keys that are passed to the scripts of included trees
//	export.go, write.go, model.go
//	              from nodes to elements
//	bough.go      what has no place there: the attribute _bough
//
// What one side cannot say is kept, so that nothing is lost on the way and back: an
// imported file is exported as the same elements and attributes, and an exported
// tree is imported as the same tree. What was kept is used only where it still
// fits what stands beside it; so a change by hand on either side always wins.
//
// Goals: the same meaning, where there is one; a warning wherever there is none; one clear
// error for a file that is broken, too large or too deep.
//
// Non-goals: files of version 3; the text of C++ nodes (they become behaviors
// that somebody writes); to open files, included ones too; XML comments.
package btcpp
