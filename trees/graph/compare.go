package graph

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/trees"
)

// comparison holds the differences between two versions of trees. Its maps are indexed by nodes of the newer
// version.
type comparison struct {
	marks   map[*trees.Node]mark
	remarks map[*trees.Node][]string
	ghosts  map[*trees.Node][]ghost // removed nodes by their parent
}

// ghost is a removed node.
type ghost struct {
	node   *trees.Node
	before int // index of the child before which the node was
}

// Diff draws the trees that differ, in their newer versions, with removed nodes at their old positions. Inclusions
// are folded. If there is no difference, the picture is empty.
func Diff(r *treediff.Result, down bool) []byte {
	c := &comparison{map[*trees.Node]mark{}, map[*trees.Node][]string{}, map[*trees.Node][]ghost{}}
	var list []*trees.Tree
	for i := range r.Trees {
		t := &r.Trees[i]
		switch {
		case t.New == nil:
			c.whole(t.Old, removed)
			list = append(list, t.Old)
		case t.Old == nil:
			c.whole(t.New, added)
			list = append(list, t.New)
		default:
			c.tree(t)
			list = append(list, t.New)
		}
	}
	return SVG(list, Options{Fold: true, Down: down, found: c})
}

// whole gives all nodes of a tree the same mark.
func (c *comparison) whole(t *trees.Tree, m mark) {
	if t.Root != nil {
		for n := range t.Root.All() {
			c.marks[n] = m
		}
	}
}

func (c *comparison) tree(t *treediff.Tree) {
	for i := range t.Changes {
		switch ch := &t.Changes[i]; ch.Kind {
		case treediff.Added:
			c.marks[ch.New] = added
		case treediff.Removed:
			if ch.Below != nil {
				c.ghosts[ch.Below] = append(c.ghosts[ch.Below], ghost{ch.Old, ch.Before})
			}
		default:
			c.marks[ch.New] = changed
			if ch.Kind == treediff.Moved {
				c.marks[ch.New] = moved
				was := "was " + ch.From
				if ch.From == ch.Path {
					was = "moved among its siblings"
				}
				c.remarks[ch.New] = append(c.remarks[ch.New], was)
			}
			for _, e := range ch.Edits {
				c.remarks[ch.New] = append(c.remarks[ch.New], strings.TrimSpace(e.Part+" "+e.Words()))
			}
		}
	}
	for _, g := range c.ghosts {
		slices.SortStableFunc(g, func(a, b ghost) int { return a.before - b.before })
	}
}
