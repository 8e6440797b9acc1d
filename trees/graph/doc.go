// Package graph draws trees as SVG, and as input for Graphviz and Mermaid.
//
//	card.go     the contents of a picture: one card for each node
//	key.go      the nodes of a program for the cards
//	compare.go  the differences between two versions, for their cards
//	describe.go the texts of a card
//	lines.go    the lines of a card, and its size
//	measure.go  the width of a text
//	layout.go   the positions of the cards
//	svg.go      the picture; shape.go the outlines, style.go the colors
//	dot.go      the input for Graphviz
//	mermaid.go  the input for Mermaid
//
// Goals: the picture contains all properties of a node, nothing overlaps, and the same
// trees give the same bytes. The package reads no files, starts no programs and needs no
// fonts: it measures texts by a table, with a margin.
//
// Non-goals: pictures of running agents, and pictures that can be edited.
package graph
