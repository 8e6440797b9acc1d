package graph

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/trees"
)

// maxCards bounds the number of cards in a picture. An inclusion stays folded if its cards would exceed this bound.
const maxCards = 20_000

// mark is the result of a comparison for one card.
type mark uint8

// The marks. In a picture that shows no comparison, all cards have the mark same.
const (
	same mark = iota
	added
	removed
	changed
	moved
)

// card is a node in a picture.
type card struct {
	node     *trees.Node
	shape    shape
	title    string   // the name, preceded by a word such as tree
	params   string   // values and parameters, as in the file
	expr     string   // the expression of a kind that takes one
	guard    string   // the condition after when
	disabled bool     // the node or one of its ancestors is disabled
	detail   string   // the tooltip
	key      string   // engine.NodeInfo.Key of the node, or ""
	below    [2]int   // the nodes of Options.Program among which the nodes below are
	mark     mark     // the result of a comparison
	remarks  []string // the result of a comparison, in words
	group    bool     // an unfolded inclusion, whose child is the root of the included tree
	children []*card

	box box
}

// box is the position and the size of a card in a picture.
type box struct {
	lines        []line
	x, y, w, h   float64
	spanW, spanH float64    // size of the area with the cards below this one
	breadth      float64    // size of the row or column of children
	shift        float64    // additional distance to the children, for alignment with other columns
	corner       [2]float64 // corner of the area
}

// Options configures a picture.
type Options struct {
	// Tree returns the included tree with that name, or nil. If Tree is nil, no tree is found.
	Tree func(name string) *trees.Tree
	// If Fold is set, each inclusion is one card.
	Fold bool
	// If Down is set, trees grow downwards instead of to the right.
	Down bool
	// Program is the program of the tree, of the same version. The group of each card in an SVG then has the attribute
	// data-key with the key of its node, engine.NodeInfo.Key. A card without a node in the program has none: one that an
	// override replaces, and the override itself. A tree that fills a slot has no cards. Without a Program, no card has the
	// attribute.
	Program *engine.Program

	found *comparison // the comparison of the nodes, or nil
}

// cards returns the card of a tree's root with all cards below it, or nil if the tree has no root.
func cards(t *trees.Tree, o Options) *card {
	if t.Root == nil {
		return nil
	}
	d := dealer{o: o}
	root := d.card(t.Root, nil, false)
	if o.Program != nil {
		root.is(o.Program, 0)
	}
	for len(d.todo) > 0 {
		next := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		d.below(next)
	}
	return root
}

// dealer creates the cards of a tree. It uses a stack of its own, since a tree that was built may have any depth.
type dealer struct {
	o     Options
	count int
	todo  []pending
}

// pending is a card whose children have not been created yet.
type pending struct {
	card *card
	in   *route
	gone bool
}

// route is the chain of inclusions that lead to a card. It serves to detect cycles.
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

// maxNesting is the largest depth of unfolded inclusions.
const maxNesting = 32

func (d *dealer) card(n *trees.Node, in *route, gone bool) *card {
	d.count++
	c := describe(n)
	switch {
	case gone:
		c.mark = removed
	case d.o.found != nil && in == nil:
		c.mark, c.remarks = d.o.found.marks[n], d.o.found.remarks[n]
	}
	d.todo = append(d.todo, pending{c, in, gone})
	return c
}

func (d *dealer) below(p pending) {
	n := p.card.node
	var ghosts []ghost
	if d.o.found != nil && !p.gone && p.in == nil {
		ghosts = d.o.found.ghosts[n]
	}
	next := p.card.below[0]
	for i, child := range n.Children {
		for ; len(ghosts) > 0 && ghosts[0].before <= i; ghosts = ghosts[1:] {
			p.card.children = append(p.card.children, d.card(ghosts[0].node, p.in, true))
		}
		c := p.card.above(d.card(child, p.in, p.gone))
		next = d.place(c, p.card, next)
		p.card.children = append(p.card.children, c)
	}
	for _, g := range ghosts {
		p.card.children = append(p.card.children, d.card(g.node, p.in, true))
	}
	if t := d.included(p); t != nil {
		p.card.group = true
		p.card.detail += "\n" + t.Doc
		c := p.card.above(d.card(t.Root, &route{n.Name, p.in, p.in.depth() + 1}, p.gone))
		d.place(c, p.card, next)
		p.card.children = append(p.card.children, c)
	}
}

// above returns the child. It marks the child as disabled if c is disabled.
func (c *card) above(child *card) *card {
	child.disabled = child.disabled || c.disabled
	return child
}

// included returns the tree of an inclusion that should be unfolded, or nil.
func (d *dealer) included(p pending) *trees.Tree {
	n := p.card.node
	if !n.Include || d.o.Fold || d.o.Tree == nil || p.in.has(n.Name) || p.in.depth() >= maxNesting {
		return nil
	}
	t := d.o.Tree(n.Name)
	if t == nil || t.Root == nil || d.count+trees.MaxNodes > maxCards {
		return nil
	}
	return t
}

// all returns the card and the cards below it in pre-order.
func (c *card) all() []*card {
	list := []*card{}
	for stack := []*card{c}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list = append(list, top)
		for i := len(top.children) - 1; i >= 0; i-- {
			stack = append(stack, top.children[i])
		}
	}
	return list
}
