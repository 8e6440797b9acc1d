package trees

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// checkOverrideID checks the name of an override, which is the id of a node. It also checks that the override has
// no id itself.
func (c *checker) checkOverrideID(n *Node) {
	if !ident.Is(n.Name) {
		c.report(n.NamePos, message.InvalidId())
	}
	if n.ID != "" {
		c.report(n.IDPos, message.OverrideWithId())
	}
}

// checkOverrides checks the positions and the contents of the overrides in a tree.
func (c *checker) checkOverrides(t *Tree) {
	if t.Root.Override {
		c.report(t.Root.Pos, message.OverrideOutsideInclusion(t.Root.label()))
	}
	for n := range t.Root.All() {
		var seen map[string]diag.Pos
		others := 0 // number of children that are not overrides
		for i, child := range n.Children {
			switch {
			case !child.Override:
				if others++; n.Include && others == 1 && i > 0 { // the first child has been checked before
					c.report(child.Pos, message.NodeBelowInclusion(child.label(), n.label()))
				}
			case !n.Include && (n.Broken || n.Name == ""): // its line may be meant to include a tree
			case !n.Include:
				w := message.OverrideOutsideInclusion(child.label())
				if i > 0 && n.Children[i-1].Include {
					w = w.With(message.IndentBelowInclusion(2, treeWord+" "+n.Children[i-1].label()))
				}
				c.report(child.Pos, w)
			default:
				seen = c.checkOverride(child, seen)
			}
		}
	}
}

// checkOverride checks an override, and adds its id to seen.
func (c *checker) checkOverride(n *Node, seen map[string]diag.Pos) map[string]diag.Pos {
	if n.Name == "" {
		return seen
	}
	if first, again := seen[n.Name]; again {
		c.report(n.NamePos, message.DuplicateOverride(n.label(), first.Line))
	}
	if seen == nil {
		seen = map[string]diag.Pos{}
	}
	seen[n.Name] = n.NamePos
	switch changes := len(n.Args)+len(n.Params) > 0 || n.Guard != nil || n.NonExclusive || n.Disabled || n.Note != ""; {
	case n.Broken:
	case len(n.Children) == 0 && !changes:
		c.report(n.Pos, message.EmptyOverride(n.label()))
	case len(n.Children) > 0 && changes:
		c.report(n.Pos, message.MixedOverride(n.Children[0].label(), n.label()))
	case len(n.Children) > 1:
		c.report(n.Children[1].Pos, message.SecondReplacement(n.Children[1].label(), n.label()))
	}
	return seen
}
