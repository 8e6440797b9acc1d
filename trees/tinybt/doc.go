// Package tinybt imports scripts of TinyBT. In such a script every line is a node,
// and the indentation determines the tree.
//
// Import converts a script to a file of Bough, and reports differences in meaning.
// The files of the package:
//
//   - import.go: lines, indentation and comments
//   - node.go: the node of Bough for a line
//   - literal.go: the Python literal after a name
//   - misspelled.go: names that may be misspelled
//   - sniff.go: whether a text is a script of TinyBT
//
// Goals: nothing of a script is lost; each kind of difference is reported once, at
// its first position; time and memory are bounded for any input.
//
// Non-goals: writing TinyBT scripts, and importing the Python functions of the
// names, which become behaviors of the game.
package tinybt
