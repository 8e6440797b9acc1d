// Package behavior3 reads and writes the JSON files of the editors for behavior3, in
// both dialects.
//
//   - dialect.go: the dialects and their recognition
//   - import.go: files and trees; node.go: one node
//   - standard.go: the standard nodes and the kinds of Bough
//   - values.go: values of JSON and of trees, and data kept as JSON text in meta
//   - aside.go: data kept in comments at the end of the file
//   - export.go: files of Bough as JSON; layout.go: positions and ids of their nodes
//
// Goals: an imported file is exported with the same contents; an exported tree of Bough
// is imported as the same tree; differences in meaning are reported once per kind; time
// and memory are bounded for any input.
//
// Non-goals: the code of a game's nodes, which become behaviors of the same names.
package behavior3
