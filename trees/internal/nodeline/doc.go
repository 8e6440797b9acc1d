// Package nodeline has lines of tree files that stand elsewhere as text: other formats keep
// there what they have no place for.
//
//	line.go  the line of one node, read back
//	fold.go  what stands below an inclusion, as a text in its meta
//
// Goals: one way for all formats in which such a text is read, with the parameters of the
// tree that it belongs to.
//
// Non-goals: to decide whether such a text still counts; each format knows what else it
// says of the node.
package nodeline
