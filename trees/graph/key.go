package graph

import "github.com/bough-dev/bough/engine"

// is gives a card the key of node i of a program.
func (c *card) is(p *engine.Program, i int) {
	n := p.Node(i)
	c.key, c.below = n.Key, [2]int{i + 1, n.End}
}

// place finds the node of the program for a card below parent, and gives the card its key. next is the node of the
// next child of parent; place returns the one after it.
func (d *dealer) place(c, parent *card, next int) int {
	end := parent.below[1]
	if c.node.Override { // it stands for no node, but the nodes that it puts in place of others are in the included tree
		c.below = parent.below
		return next
	}
	if parent.node.Override {
		for i := next; i < end; i++ {
			if d.o.Program.Node(i).Pos == c.node.Pos {
				c.is(d.o.Program, i)
				break
			}
		}
		return next
	}
	if next >= end {
		return next
	}
	n := d.o.Program.Node(next)
	if n.Pos == c.node.Pos { // otherwise an override replaces the node
		c.is(d.o.Program, next)
	}
	return n.End
}
