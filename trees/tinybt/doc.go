// Package tinybt reads the scripts of TinyBT, in which every line is a node and
// indentation makes the tree.
//
// Import makes a file of Bough of one script, and reports what differs in meaning:
//
//   - import.go: lines, indentation and comments
//   - node.go: which node of Bough a line becomes
//   - literal.go: the Python literal behind a name
//   - misspelled.go: names that are nearly others
//
// Goals: nothing of a script is lost; every difference is told once per kind, with
// its first place; time and memory are bounded for any input.
//
// Non-goals: writing TinyBT scripts, and the Python functions behind the names,
// which become behaviors of the game.
package tinybt
