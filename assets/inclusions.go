package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// inclusions records the cycles of inclusions among trees.
type inclusions struct {
	trees  []*trees.Tree             // sorted by name
	any    map[*trees.Tree]bool      // whether each examined tree includes another tree
	cyclic map[*trees.Node]bool      // inclusions that lead back to their own tree
	cycles map[*trees.Tree]diag.List // the problems to report for cyclic inclusions
}

// inclusionsOf returns the inclusions of the trees in list, which are sorted by name. It returns last if the trees
// are the same.
func inclusionsOf(list []*trees.Tree, named map[string]*trees.Tree, last *inclusions) *inclusions {
	if slices.Equal(list, last.trees) {
		return last
	}
	in := &inclusions{trees: list, any: make(map[*trees.Tree]bool, len(list)), cyclic: map[*trees.Node]bool{}, cycles: map[*trees.Tree]diag.List{}}
	cycles := trees.Cycles(in.includers(last), func(_ *trees.Tree, inc *trees.Node) *trees.Tree { return named[inc.Name] })
	if len(cycles) == 0 {
		return in
	}
	for _, t := range list {
		if t.Root == nil {
			continue
		}
		for n := range t.Root.All() {
			for _, d := range cycles {
				if n.Include && (d.Pos == n.Pos || d.Pos == n.NamePos) {
					in.cyclic[n] = true
					in.cycles[t] = append(in.cycles[t], d)
				}
			}
		}
	}
	return in
}

// includers returns the trees that include other trees. Only these can be part of a cycle.
func (in *inclusions) includers(last *inclusions) (list []*trees.Tree) {
	for _, t := range in.trees {
		yes, known := last.any[t]
		if !known {
			yes = includes(t)
		}
		if in.any[t] = yes; yes {
			list = append(list, t)
		}
	}
	return list
}

// includes reports whether a tree includes another tree.
func includes(t *trees.Tree) bool {
	if t.Root == nil {
		return false
	}
	for n := range t.Root.All() {
		if n.Include {
			return true
		}
	}
	return false
}

// reported returns the cycles that a tree is part of. Each cycle is reported at only one of its trees, not
// necessarily the tree that has changed.
func (in *inclusions) reported(t *trees.Tree, named map[string]*trees.Tree) diag.List {
	var out diag.List
	seen, closed := map[*trees.Tree]bool{}, false
	next := []*trees.Tree{t}
	for len(next) > 0 {
		u := next[0]
		next = next[1:]
		if seen[u] || u.Root == nil {
			continue
		}
		seen[u] = true
		out = append(out, in.cycles[u]...)
		for n := range u.Root.All() {
			if v := named[n.Name]; n.Include && v != nil {
				closed = closed || v == t
				next = append(next, v)
			}
		}
	}
	if !closed {
		return nil
	}
	return out
}
