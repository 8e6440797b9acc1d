// Package edit changes tree files as editors with forms, palettes and drag and drop do: an operation names a node by its
// line, and changes only the lines of that node. All other bytes, comments and alignment stay as they are.
//
//	e, err := edit.Make("guard.bt", src, edit.Op{Do: edit.SetCondition, Line: 4, Text: "hp < 20"})
//	...
//	src, err = e.Apply(src)
//
//	op.go     the operations, and which lines they mean
//	part.go   operations within a line
//	block.go  operations on whole nodes, with everything below them and their comments
//	lines.go  a file as lines, and edits of lines
//
// Goals: an operation leaves a file that can be parsed, or ends in an error with a place; an edit can be shown before it is
// made, and undone.
//
// Non-goals: whether the behaviors and parameters of a node exist, which package assets checks, and renaming something in all
// files, which package internal/refactor does.
package edit
