package graph

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
)

// describe returns the card of a node without children.
func describe(n *trees.Node) *Card {
	c := &Card{Node: n, Title: Title(n), Params: Params(n), Note: n.Note, ID: n.ID, Plus: n.NonExclusive, Shape: shapeOf(n)}
	if n.Expr != nil {
		c.Expr = n.Expr.Source
	}
	if n.Guard != nil {
		c.Guard = n.Guard.Source
	}
	c.Detail = detail(c)
	return c
}

// Title returns the name of a node with the word that may stand before it.
func Title(n *trees.Node) string {
	switch {
	case n.Include:
		return "tree " + n.Name
	case n.Slot:
		return "slot " + n.Name
	}
	return n.Name
}

// Params returns the values and parameters of a node as a file has them.
func Params(n *trees.Node) string {
	var parts []string
	for _, a := range n.Args {
		parts = append(parts, value(a, false))
	}
	for _, p := range n.Params {
		parts = append(parts, p.Name+"="+value(trees.Arg{Value: p.Value, Percent: p.Percent, Ref: p.Ref}, p.Word))
	}
	return strings.Join(parts, " ")
}

func value(a trees.Arg, word bool) string {
	switch {
	case a.Ref || word:
		return a.Value.Str()
	case a.Percent:
		return strconv.FormatFloat(a.Value.Float()*100, 'g', 15, 64) + "%"
	}
	return trees.Literal(a.Value)
}

// detail is what a tooltip says: all of the card, what the kind does, and the place.
func detail(c *Card) string {
	parts := []string{strings.TrimSpace(c.Title + " " + c.Params)}
	for _, p := range [][2]string{{"", c.Expr}, {"when ", c.Guard}, {"id ", c.ID}, {"", c.Note}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	if c.Plus {
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
