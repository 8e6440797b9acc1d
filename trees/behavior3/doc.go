// Package behavior3 reads and writes the JSON files of the editors for behavior3, in
// both dialects.
//
//   - dialect.go: the dialects and how a file is recognized
//   - import.go: files and trees; node.go: one node
//   - standard.go: which standard node is which kind of Bough
//   - values.go: values of JSON and of trees, and what is kept as JSON text in meta
//   - aside.go: what is kept in comments at the end of the file
//   - export.go: files of Bough as JSON; layout.go: places and ids of their nodes
//
// Goals: a file that was imported is exported with the same content; a tree of Bough
// that was exported is imported as the same tree; differences in meaning are told once
// per kind; time and memory are bounded for any input.
//
// Non-goals: the code behind nodes of a game, which become behaviors of that name.
package behavior3
