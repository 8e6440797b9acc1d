// Package nodeline parses and formats lines of tree files. Other formats store such lines as
// text if they have no other place for the data.
//
//	line.go  the line of one node
//	fold.go  the overrides of an inclusion, as a text in its meta
//
// Goals: all formats parse such a text in the same way, with the parameters of the tree to
// which it belongs.
//
// Non-goals: deciding whether such a text is still valid; each format compares it with its
// other data about the node.
package nodeline
