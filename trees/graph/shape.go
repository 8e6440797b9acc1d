package graph

import (
	"fmt"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
)

// Shape is the outline of a card. It depends on the type of the node.
type Shape uint8

// The shapes.
const (
	BehaviorShape Shape = iota
	ChooserShape
	CompositeShape
	DecoratorShape
	LeafShape
	ConditionShape
	InclusionShape
	SlotShape
)

// shapeNames are the names of the shapes. They are also the CSS classes of the cards.
var shapeNames = [...]string{"behavior", "chooser", "composite", "decorator", "leaf", "condition", "inclusion", "slot"}

// String returns the name of the shape.
func (s Shape) String() string { return shapeNames[s] }

func shapeOf(n *trees.Node) Shape {
	k := behaviors.KindNamed(n.Name)
	switch {
	case n.Include:
		return InclusionShape
	case n.Slot:
		return SlotShape
	case k == nil:
		return BehaviorShape
	case k.Group == behaviors.Choosers:
		return ChooserShape
	case k.Group == behaviors.Composites:
		return CompositeShape
	case k.Group == behaviors.Decorators:
		return DecoratorShape
	case k.Expression:
		return ConditionShape
	}
	return LeafShape
}

// outline returns the SVG path of a shape around a box.
func outline(s Shape, x, y, w, h float64) string {
	switch s {
	case ChooserShape:
		return polygon(x, y, w, h, 9, 9)
	case ConditionShape:
		return polygon(x, y, w, h, 9, h/2)
	case CompositeShape:
		return rounded(x, y, w, h, 2)
	case DecoratorShape:
		return rounded(x, y, w, h, min(h/2, 16))
	case InclusionShape:
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
