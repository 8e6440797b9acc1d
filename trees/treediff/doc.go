// Package treediff says in words how two versions of trees differ.
//
//	part.go   the parts of a node as texts
//	match.go  which node is which
//	diff.go   the changes of a tree
//	words.go  their words
//
// Goals: every difference that a game can notice is said once, a version compared
// with itself has none, and the time grows with the number of nodes only.
//
// Non-goals: the smallest number of changes, comments and spaces, and merging.
package treediff
