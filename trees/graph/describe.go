package graph

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/treediff"
)

// describe returns the card of a node, without its children.
func describe(n *trees.Node) *Card {
	c := &Card{Node: n, Title: treediff.Title(n), Params: params(n), Disabled: n.Disabled, Shape: shapeOf(n)}
	if n.Expr != nil {
		c.Expr = n.Expr.Source
	}
	if n.Guard != nil {
		c.Guard = n.Guard.Source
	}
	c.Detail = detail(c)
	return c
}

// params returns the values and parameters of a node, as in a tree file.
func params(n *trees.Node) string {
	parts := []string{treediff.Values(n)}
	for _, p := range n.Params {
		parts = append(parts, p.Name+"="+treediff.Value(p))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// detail returns the text of a card's tooltip: the content of the card, the description of the kind, and the
// position.
func detail(c *Card) string {
	parts := []string{strings.TrimSpace(c.Title + " " + c.Params)}
	for _, p := range [][2]string{{"", c.Expr}, {"when ", c.Guard}, {"id ", c.Node.ID}, {"", c.Node.Note}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	if c.Node.Disabled {
		parts = append(parts, "disabled: never ready, with all below it")
	}
	if c.Node.NonExclusive {
		parts = append(parts, "+ the next ones are still tried")
	}
	if k := behaviors.KindNamed(c.Node.Name); k != nil && !c.Node.Include && !c.Node.Slot {
		parts = append(parts, k.Doc)
	}
	if c.Node.Pos.Line > 0 {
		parts = append(parts, c.Node.Pos.File+":"+strconv.Itoa(c.Node.Pos.Line))
	}
	return strings.Join(parts, "\n")
}
