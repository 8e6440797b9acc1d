package graph

import "slices"

const (
	gapDepth   = 56.0 // between a card and its children
	gapBreadth = 14.0 // between siblings
	groupPad   = 9.0
	groupHead  = 9.0 // height of the tab of an inclusion
)

// layout sets the positions of the cards of a tree and returns the total size. Each subtree has an area of its own,
// so that nothing can overlap. layout visits each card twice: first from the leaves to the root, then from the root
// to the leaves.
func layout(root *card, down bool) (w, h float64) {
	cards := root.all()
	for _, c := range cards {
		c.fill()
	}
	for _, c := range slices.Backward(cards) {
		c.span(down)
	}
	for _, c := range cards {
		c.place(down)
	}
	return root.box.spanW, root.box.spanH
}

// pad returns the margin of a card around its subtree.
func (c *card) pad() float64 {
	if c.group {
		return groupPad
	}
	return 0
}

// head returns the height of the tab above a card for an inclusion.
func (c *card) head() float64 {
	if c.shape == inclusionShape {
		return groupHead
	}
	return 0
}

// stackFrom is the least number of leaves that are stacked in a column below their parent, in a picture that grows
// downwards. A row of so many leaves would be too wide.
const stackFrom = 4

const stackIndent = 26.0

func (c *card) stacked(down bool) bool {
	if !down || len(c.children) < stackFrom {
		return false
	}
	for _, k := range c.children {
		if len(k.children) > 0 {
			return false
		}
	}
	return true
}

// span computes the size of a card's area from the sizes of the children's areas.
func (c *card) span(down bool) {
	across, along := 0.0, 0.0 // size of the children: across and along their row or column
	if !down {
		c.alignChildren()
	}
	vertical := !down || c.stacked(down)
	for i, k := range c.children {
		if vertical {
			across, along = max(across, k.box.spanW), along+k.box.spanH
		} else {
			across, along = max(across, k.box.spanH), along+k.box.spanW
		}
		if i > 0 {
			along += gapBreadth
		}
	}
	c.box.breadth = along
	w, h := c.box.w, c.box.h+c.head()
	switch {
	case len(c.children) == 0:
	case c.stacked(down):
		w, h = max(w, stackIndent+across), h+gapBreadth*2+along
	case down:
		w, h = max(w, along), h+gapDepth+across
	default:
		w, h = w+gapDepth+across, max(h, along)
	}
	c.box.spanW, c.box.spanH = w+2*c.pad(), h+2*c.pad()
}

// alignChildren aligns the grandchildren in one column, to the right of the widest child that has children.
func (c *card) alignChildren() {
	column := 0.0
	for _, k := range c.children {
		if len(k.children) > 0 {
			column = max(column, k.box.w+k.pad())
		}
	}
	for _, k := range c.children {
		if len(k.children) > 0 {
			k.box.shift = column - k.box.w - k.pad()
			k.box.spanW += k.box.shift
		}
	}
}

// place sets the position of a card, and then the corners of its children's areas. The x and y of the card must be
// the corner of its own area.
func (c *card) place(down bool) {
	c.box.corner = [2]float64{c.box.x, c.box.y}
	left, top := c.box.x+c.pad(), c.box.y+c.pad()
	w, h := c.box.spanW-2*c.pad(), c.box.spanH-2*c.pad()
	switch {
	case c.stacked(down):
		c.box.x, c.box.y = left, top+c.head()
		c.column(c.box.x+stackIndent, c.box.y+c.box.h+2*gapBreadth)
	case down:
		c.box.x, c.box.y = left+(w-c.box.w)/2, top+c.head()
		c.row(left+(w-c.box.breadth)/2, c.box.y+c.box.h+gapDepth)
	default:
		c.box.x, c.box.y = left, top+c.head()+(h-c.head()-c.box.h)/2
		c.column(c.box.x+c.box.w+c.box.shift+gapDepth, top+(h-c.box.breadth)/2)
	}
}

// column places the children in a column that begins at (x, y).
func (c *card) column(x, y float64) {
	for _, k := range c.children {
		k.box.x, k.box.y = x, y
		y += k.box.spanH + gapBreadth
	}
}

// row places the children in a row that begins at (x, y).
func (c *card) row(x, y float64) {
	for _, k := range c.children {
		k.box.x, k.box.y = x, y
		x += k.box.spanW + gapBreadth
	}
}
