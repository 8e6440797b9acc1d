package graph

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/trees"
)

// describe returns the card of a node, without its children.
func describe(n *trees.Node) *card {
	c := &card{node: n, title: treediff.Title(n), params: params(n), disabled: n.Disabled, shape: shapeOf(n)}
	if n.Expr != nil {
		c.expr = n.Expr.Source
	}
	if n.Guard != nil {
		c.guard = n.Guard.Source
	}
	c.detail = detail(c)
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
func detail(c *card) string {
	parts := []string{strings.TrimSpace(c.title + " " + c.params)}
	for _, p := range [][2]string{{"", c.expr}, {"when ", c.guard}, {"id ", c.node.ID}, {"", c.node.Note}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	if c.node.Disabled {
		parts = append(parts, "disabled: never ready, with all below it")
	}
	if c.node.NonExclusive {
		parts = append(parts, "+ the next ones are still tried")
	}
	if k := behaviors.KindNamed(c.node.Name); k != nil && !c.node.Include && !c.node.Slot {
		parts = append(parts, k.Doc)
	}
	if c.node.Pos.Line > 0 {
		parts = append(parts, c.node.Pos.File+":"+strconv.Itoa(c.node.Pos.Line))
	}
	return strings.Join(parts, "\n")
}
