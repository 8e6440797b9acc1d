package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// Edit implements conform.Machine.
func (w *World) Edit(old, next *conform.Tree) {
	if w.closed {
		return
	}
	e := edit{next: next, to: old.Match(next), from: map[*node]*node{}}
	for o, n := range e.to {
		e.from[n] = o
	}
	for _, a := range w.agents {
		if !a.gone && a.tree == old {
			e.migrate(w, a)
		}
	}
	w.settleBoard()
}

// edit is a change of a tree.
type edit struct {
	next *conform.Tree
	to   map[*node]*node // old nodes to new ones
	from map[*node]*node
}

// migrate moves an agent to the new tree: it exits the nodes that cannot stay active, and moves all other state to
// the new nodes.
func (e edit) migrate(w *World, a *agent) {
	stays := e.staying(a)
	for _, n := range slices.Backward(a.activeNodes()) {
		if stays[e.to[n]] {
			continue
		}
		w.exit(a, n, conform.ByReload)
	}
	a.dropUsed()
	for o, n := range e.to {
		a.edited(o, n)
	}
	e.moveActive(a)
	e.moveSurvivors(a)
	for i, ran := range a.history {
		a.history[i] = e.moved(ran)
	}
	for _, c := range a.requests {
		for _, r := range []*request{c.active, c.inForce} {
			if r != nil && r.node != nil && e.from[r.node] == nil { // the active request may also be the one in force
				r.node = e.to[r.node]
			}
		}
	}
	a.tree = e.next
}

// staying returns the new nodes that stay active: their old node was active, their parent stays active, and
// keepsTurn returns true.
func (e edit) staying(a *agent) map[*node]bool {
	stays := map[*node]bool{}
	for _, n := range e.next.Nodes { // parents come first
		o := e.from[n]
		stays[n] = o != nil && a.active[o] != nil && (n.Parent == nil || stays[n.Parent]) && e.keepsTurn(a.active[o], o, n)
	}
	return stays
}

// keepsTurn reports whether the current child is still a child of the node and, if an order was drawn, whether the
// order is for the same children.
func (e edit) keepsTurn(active *activation, o, n *node) bool {
	if active.cursor != nil && !e.isChild(active.cursor, n) {
		return false
	}
	if o.Kind != "random_sequence" && o.Kind != "random_fallback" {
		return true
	}
	return len(active.order) == len(n.Children) &&
		!slices.ContainsFunc(active.order, func(c *node) bool { return !e.isChild(c, n) })
}

// isChild reports whether the old node c is a child of n in the new tree.
func (e edit) isChild(c, n *node) bool { return e.to[c] != nil && e.to[c].Parent == n }

// moved returns the new nodes for old nodes. It omits nodes that are gone.
func (e edit) moved(nodes []*node) []*node {
	var list []*node
	for _, o := range nodes {
		if n := e.to[o]; n != nil {
			list = append(list, n)
		}
	}
	return list
}

func (e edit) moveActive(a *agent) {
	active := map[*node]*activation{}
	for o, s := range a.active {
		n := e.to[o]
		active[n] = s
		s.cursor, s.order = e.to[s.cursor], e.moved(s.order)
		finished := map[*node]conform.Status{}
		for c, status := range s.finished {
			if e.isChild(c, n) {
				finished[e.to[c]] = status
			}
		}
		s.finished = finished
	}
	a.active = active
}

func (e edit) moveSurvivors(a *agent) {
	survivors := map[*node]*survivor{}
	for o, s := range a.survivor {
		n := e.to[o]
		if n == nil {
			continue
		}
		survivors[n] = s
		if n.Behavior != nil && text(o.Guard) != text(n.Guard) {
			s.known = false
		}
		if s.cursor != nil {
			if !e.isChild(s.cursor, n) {
				s.cursor = nil
			} else {
				s.cursor = e.to[s.cursor]
			}
		}
	}
	a.survivor = survivors
}

func text(guard *conform.Cond) string {
	if guard == nil {
		return ""
	}
	return guard.String()
}
