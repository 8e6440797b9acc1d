// Package treediff describes the differences between two versions of trees in words.
//
//	part.go   the parts of a node as texts
//	match.go  the pairing of nodes
//	diff.go   the changes of a tree
//	words.go  the description of the changes
//
// Goals: every difference that affects a game is described once, a version compared
// with itself has none, and the time is linear in the number of nodes.
//
// Non-goals: the smallest number of changes, comments and spaces, and merging.
package treediff
