package trees

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Cycles reports the inclusions through which a tree would contain itself. Each error shows a cycle as a -> b -> a,
// with a note for each inclusion in the cycle. Its position is that of the inclusion that closes the cycle. Without
// the reported inclusions there is no cycle.
//
// The function resolve returns the tree that an inclusion in a tree refers to, or nil if there is none. Cycles does
// not report a missing tree. If resolve is nil, an inclusion refers to the tree with exactly that name, or to the
// first of several such trees by position. The result does not depend on the order of trees.
func Cycles(trees []*Tree, resolve func(in *Tree, inclusion *Node) *Tree) diag.List {
	trees = slices.Clone(trees)
	slices.SortStableFunc(trees, func(a, b *Tree) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), a.Pos.Compare(b.Pos))
	})
	if resolve == nil {
		resolve = byName(trees)
	}
	w := walk{resolve: resolve, seen: map[*Tree]bool{}, open: map[*Tree]int{}}
	for _, t := range trees {
		w.from(t)
	}
	w.list.Sort()
	return w.list
}

func byName(trees []*Tree) func(*Tree, *Node) *Tree {
	named := map[string]*Tree{}
	for _, t := range slices.Backward(trees) {
		named[t.Name] = t
	}
	return func(_ *Tree, inclusion *Node) *Tree { return named[inclusion.Name] }
}

// walk is a depth-first search over inclusions. It uses a slice as its stack, since a chain of trees can be as long
// as the number of trees.
type walk struct {
	reporter
	resolve func(*Tree, *Node) *Tree
	seen    map[*Tree]bool // trees that were visited
	open    map[*Tree]int  // indices of the trees on the stack
	way     []step
}

// step is a tree on the stack, with the inclusions that have not been followed yet.
type step struct {
	tree *Tree
	next []inclusion
	now  inclusion // the inclusion that leads to the next step
}

type inclusion struct {
	node   *Node
	target *Tree
}

func (w *walk) from(t *Tree) {
	if w.seen[t] {
		return
	}
	for w.enter(t); len(w.way) > 0; {
		top := &w.way[len(w.way)-1]
		if len(top.next) == 0 {
			delete(w.open, top.tree)
			w.way = w.way[:len(w.way)-1]
			continue
		}
		top.now, top.next = top.next[0], top.next[1:]
		target := top.now.target
		if first, open := w.open[target]; open {
			w.reportCycle(w.way[first:])
		} else if !w.seen[target] {
			w.enter(target)
		}
	}
}

func (w *walk) enter(t *Tree) {
	w.seen[t] = true
	w.open[t] = len(w.way)
	w.way = append(w.way, step{tree: t, next: w.inclusions(t)})
}

// inclusions returns the inclusions in t that refer to a tree, in pre-order.
func (w *walk) inclusions(t *Tree) []inclusion {
	if t.Root == nil {
		return nil
	}
	var list []inclusion
	for n := range t.Root.All() {
		if !n.Include {
			continue
		}
		if target := w.resolve(t, n); target != nil {
			list = append(list, inclusion{n, target})
		}
	}
	return list
}

// maxSteps is the largest number of trees in one message.
const maxSteps = 12

func (w *walk) reportCycle(cycle []step) {
	closing := cycle[len(cycle)-1]
	w.file = closing.tree.File
	w.report(closing.now.node.Pos, message.InclusionCycle(showCycle(cycle), cycle[0].tree.label()))
	if w.full {
		return
	}
	d := &w.list[len(w.list)-1]
	for _, s := range cycle[:min(len(cycle), maxSteps)] {
		d.Notes = append(d.Notes, message.InclusionAt(s.now.node.Pos.String(), s.now.target.label(), s.tree.label()).Text)
	}
	if more := len(cycle) - maxSteps; more > 0 {
		d.Notes = append(d.Notes, message.AndMore(more).Text)
	}
}

func showCycle(cycle []step) string {
	var names []string
	for i, s := range cycle {
		if len(cycle) > maxSteps && i == maxSteps-1 {
			names = append(names, "…")
			break
		}
		names = append(names, message.Cut(s.tree.label()))
	}
	return strings.Join(append(names, message.Cut(cycle[0].tree.label())), " -> ")
}
