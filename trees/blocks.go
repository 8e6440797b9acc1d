package trees

import (
	"strconv"

	"github.com/bough-dev/bough/internal/message"
)

// block is an open node, which may be the parent of the following lines.
type block struct {
	width int // width of its indentation
	node  *Node
}

// blocks is the path from the root of a tree to its latest node.
type blocks struct {
	open    []block
	last    int // width of the latest node; -1 if there is none
	lastNum int // line of the latest node
	// noteWidth and noteLine are the width and the line of the leftmost comment since the latest node. Comments to
	// the left of that node are ignored. The leftmost comment may have been a node, and its children would silently
	// get another parent.
	noteWidth, noteLine int
	// wrong is the latest indentation that matches no earlier line. taken is the width that replaces it, which is
	// the width of a sibling. Later lines with the same wrong width get the same replacement, so that the mistake is
	// reported only once.
	wrong struct{ width, taken int }
}

func (b *blocks) reset() { *b = blocks{open: b.open[:0], last: -1} }

// note records a comment on a line of its own.
func (b *blocks) note(width, line int) {
	if b.last >= 0 && width >= b.last && (b.noteLine == 0 || width < b.noteWidth) {
		b.noteWidth, b.noteLine = width, line
	}
}

// closeTo closes the blocks whose width is at least the given width. It returns the width of the last block that it
// closes, or -1 if it closes none.
func (b *blocks) closeTo(width int) int {
	closed := -1
	for len(b.open) > 0 && b.open[len(b.open)-1].width >= width {
		top := b.open[len(b.open)-1]
		top.node.EndLine, closed = b.lastNum, top.width
		b.open = b.open[:len(b.open)-1]
	}
	return closed
}

// push opens the block of a node.
func (b *blocks) push(n *Node, width int) {
	b.open = append(b.open, block{width, n})
	b.last, b.lastNum, b.noteLine = width, n.Pos.Line, 0
}

// place adds a node to the tree according to its indentation. If the file contains tabs, the widths are only
// guesses, so mistakes that depend on them are not reported.
func (p *parser) place(n *Node, width int) {
	sure := p.tabs.count == 0 && !p.stray
	if width == p.wrong.width && p.wrong.width > 0 {
		width = p.wrong.taken
	}
	if sure && width > p.last && p.noteLine > 0 && p.noteWidth < width {
		p.reportBelowComment(n)
	}
	closed := p.closeTo(width)
	if sure && width > 0 && closed > width {
		p.reportDedent(n, width, closed)
		p.wrong.width, p.wrong.taken = width, closed
		width, sure, p.adrift = closed, false, true
		for _, b := range p.open {
			b.node.Broken = true
		}
	}
	n.Broken = n.Broken || p.adrift
	switch depth := len(p.open); {
	case depth == 0:
		p.placeTop(n, width, sure)
	case depth < MaxDepth:
		p.adopt(p.open[depth-1].node, n)
	case depth == MaxDepth:
		p.open[depth-1].node.Broken = true
		p.report(n.Pos, message.NodesTooDeep(MaxDepth))
	}
	p.push(n, width)
}

// placeTop adds a node that has no parent. A node that is not the root belongs to no tree, but can still be the
// parent of the lines below it.
func (p *parser) placeTop(n *Node, width int, sure bool) {
	root := p.tree.Root
	n.Broken = n.Broken || sure && (width == 0 || root != nil)
	switch {
	case sure && width == 0 && n.Name == "": // a mistake in the line is reported
	case sure && width == 0:
		p.report(n.Pos, message.NodeOutsideTree(n.label(), p.tree.label()))
	case sure && root != nil && (!p.rooted || n.Include):
		p.rooted, root.Broken = true, true
		p.report(n.Pos, message.SecondRoot(root.Pos.Line, root.label(), p.tree.label()))
	}
	if p.tree.Root == nil {
		p.tree.Root = n
	}
}

func (p *parser) adopt(parent, n *Node) {
	parent.Children = append(parent.Children, n)
	if len(parent.Children) == 1 {
		p.checkFirstChild(parent)
	}
}

func (p *parser) reportBelowComment(n *Node) {
	parent := p.open[len(p.open)-1].node
	p.report(n.Pos, message.NodeBelowComment(p.noteLine, parent.Pos.Line, n.label(), parent.label()))
}

func (p *parser) reportDedent(n *Node, width, above int) {
	choices := []string{strconv.Itoa(above)}
	if len(p.open) > 0 {
		choices = []string{strconv.Itoa(p.open[len(p.open)-1].width), choices[0]}
	}
	p.report(n.Pos, message.WrongIndentation(choices, width))
}
