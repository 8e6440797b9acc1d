package graph

import (
	"github.com/bough-dev/bough/trees"
)

// MaxCards bounds a picture. Inclusions that would pass it stay folded.
const MaxCards = 20_000

// Mark is what a comparison says of a card.
type Mark uint8

// The marks. Cards of a picture that compares nothing have Same.
const (
	Same Mark = iota
	Added
	Removed
	Changed
	Moved
)

// Card is one node in a picture.
type Card struct {
	Node     *trees.Node
	Shape    Shape
	Title    string   // its name, with the word before it
	Params   string   // values and parameters as they are written
	Expr     string   // the expression of a kind that takes one
	Guard    string   // the condition behind when
	Disabled bool     // it, or one that it is below, is switched off
	Detail   string   // the tooltip
	Mark     Mark     // what a comparison says of it
	Remarks  []string // what a comparison says of it, in words
	Group    bool     // an inclusion that is unfolded: its child is the included tree's root
	Children []*Card

	box box
}

// box is the place of a card in a picture.
type box struct {
	lines        []line
	x, y, w, h   float64
	spanW, spanH float64    // with all cards below it
	breadth      float64    // of the children beside each other
	shift        float64    // how much further the children begin, to stand in line with others
	corner       [2]float64 // of the subtree
}

// Options say what is drawn and how.
type Options struct {
	// Tree finds an included tree, or returns nil. A nil Tree finds none.
	Tree func(name string) *trees.Tree
	// Fold shows inclusions as one card each.
	Fold bool
	// Down lets trees grow downwards and not to the right.
	Down bool

	found *comparison // what a comparison says of the nodes, or nil
}

// Cards returns the root's card of a tree, or nil for a tree without a root.
func Cards(t *trees.Tree, o Options) *Card {
	if t.Root == nil {
		return nil
	}
	d := dealer{o: o}
	root := d.card(t.Root, nil, false)
	for len(d.todo) > 0 {
		next := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		d.below(next)
	}
	return root
}

// dealer makes the cards of a tree. It keeps its own stack, since a tree that was
// built may be of any depth.
type dealer struct {
	o     Options
	count int
	todo  []pending
}

// pending is a card whose children are still to be made.
type pending struct {
	card *Card
	in   *route
	gone bool
}

// route is the way of inclusions to a card. It cuts circles.
type route struct {
	name string
	up   *route
	len  int
}

func (r *route) has(name string) bool {
	for ; r != nil; r = r.up {
		if r.name == name {
			return true
		}
	}
	return false
}

func (r *route) depth() int {
	if r == nil {
		return 0
	}
	return r.len
}

// maxNesting bounds how deep inclusions are unfolded in each other.
const maxNesting = 32

func (d *dealer) card(n *trees.Node, in *route, gone bool) *Card {
	d.count++
	c := describe(n)
	switch {
	case gone:
		c.Mark = Removed
	case d.o.found != nil && in == nil:
		c.Mark, c.Remarks = d.o.found.marks[n], d.o.found.remarks[n]
	}
	d.todo = append(d.todo, pending{c, in, gone})
	return c
}

func (d *dealer) below(p pending) {
	n := p.card.Node
	var ghosts []ghost
	if d.o.found != nil && !p.gone && p.in == nil {
		ghosts = d.o.found.ghosts[n]
	}
	for i, child := range n.Children {
		for ; len(ghosts) > 0 && ghosts[0].before <= i; ghosts = ghosts[1:] {
			p.card.Children = append(p.card.Children, d.card(ghosts[0].node, p.in, true))
		}
		p.card.Children = append(p.card.Children, p.card.above(d.card(child, p.in, p.gone)))
	}
	for _, g := range ghosts {
		p.card.Children = append(p.card.Children, d.card(g.node, p.in, true))
	}
	if t := d.included(p); t != nil {
		p.card.Group = true
		p.card.Detail += "\n" + t.Doc
		p.card.Children = append(p.card.Children, p.card.above(d.card(t.Root, &route{n.Name, p.in, p.in.depth() + 1}, p.gone)))
	}
}

// above returns a child, which is switched off with c.
func (c *Card) above(child *Card) *Card {
	child.Disabled = child.Disabled || c.Disabled
	return child
}

// included returns the tree that an inclusion unfolds to, or nil.
func (d *dealer) included(p pending) *trees.Tree {
	n := p.card.Node
	if !n.Include || d.o.Fold || d.o.Tree == nil || p.in.has(n.Name) || p.in.depth() >= maxNesting {
		return nil
	}
	t := d.o.Tree(n.Name)
	if t == nil || t.Root == nil || d.count+trees.MaxNodes > MaxCards {
		return nil
	}
	return t
}

// all returns the card and those below it, each before its children.
func (c *Card) all() []*Card {
	list := []*Card{}
	for stack := []*Card{c}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list = append(list, top)
		for i := len(top.Children) - 1; i >= 0; i-- {
			stack = append(stack, top.Children[i])
		}
	}
	return list
}
