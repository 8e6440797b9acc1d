// Package graph draws trees: as SVG, and as texts for Graphviz and Mermaid.
//
//	card.go     what is shown of a tree: one card for each node
//	describe.go the texts of a card
//	lines.go    the lines of a card, and its size
//	measure.go  how wide a text is
//	layout.go   where the cards stand
//	svg.go      the picture; shape.go the outlines, style.go the colors
//	dot.go      the text for Graphviz
//	mermaid.go  the text for Mermaid
//
// Goals: everything that a file says of a node can be read in the picture, nothing
// overlaps, and the same trees give the same bytes. It reads no files, starts no
// programs and needs no fonts: texts are measured by a table with a margin.
//
// Non-goals: pictures of agents that play, and pictures that can be edited.
package graph
