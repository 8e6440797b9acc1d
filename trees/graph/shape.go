package graph

import (
	"fmt"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
)

// shape is the outline of a card. It depends on the type of the node.
type shape uint8

// The shapes.
const (
	BehaviorShape shape = iota
	chooserShape
	compositeShape
	decoratorShape
	leafShape
	conditionShape
	inclusionShape
	slotShape
)

// shapeNames are the names of the shapes. They are also the CSS classes of the cards.
var shapeNames = [...]string{"behavior", "chooser", "composite", "decorator", "leaf", "condition", "inclusion", "slot"}

// String returns the name of the shape.
func (s shape) String() string { return shapeNames[s] }

func shapeOf(n *trees.Node) shape {
	k := behaviors.KindNamed(n.Name)
	switch {
	case n.Include:
		return inclusionShape
	case n.Slot:
		return slotShape
	case k == nil:
		return BehaviorShape
	case k.Group == behaviors.Choosers:
		return chooserShape
	case k.Group == behaviors.Composites:
		return compositeShape
	case k.Group == behaviors.Decorators:
		return decoratorShape
	case k.Expression:
		return conditionShape
	}
	return leafShape
}

// outline returns the SVG path of a shape around a box.
func outline(s shape, x, y, w, h float64) string {
	switch s {
	case chooserShape:
		return polygon(x, y, w, h, 9, 9)
	case conditionShape:
		return polygon(x, y, w, h, 9, h/2)
	case compositeShape:
		return rounded(x, y, w, h, 2)
	case decoratorShape:
		return rounded(x, y, w, h, min(h/2, 16))
	case inclusionShape:
		return fmt.Sprintf("M%s %sh%sl7 7h%sv%sh%sz", num(x), num(y-7), num(w*0.4), num(w*0.6-7), num(h), num(-w))
	}
	return rounded(x, y, w, h, 7)
}

// polygon returns the SVG path of a box with cut corners.
func polygon(x, y, w, h, cutX, cutY float64) string {
	return fmt.Sprintf("M%s %sh%sl%s %sv%sl%s %sh%sl%s %sv%sz", num(x+cutX), num(y), num(w-2*cutX), num(cutX), num(cutY),
		num(h-2*cutY), num(-cutX), num(cutY), num(-(w - 2*cutX)), num(-cutX), num(-cutY), num(-(h - 2*cutY)))
}

func rounded(x, y, w, h, r float64) string {
	a := func(dx, dy float64) string {
		return fmt.Sprintf("a%s %s 0 0 1 %s %s", num(r), num(r), num(dx), num(dy))
	}
	return "M" + num(x+r) + " " + num(y) + "h" + num(w-2*r) + a(r, r) + "v" + num(h-2*r) + a(-r, r) + "h" + num(2*r-w) + a(-r, -r) + "v" + num(2*r-h) + a(r, -r) + "z"
}
