package treediff

import (
	"slices"
	"sort"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// Kind is the kind of a change of a node.
type Kind uint8

// The kinds of changes.
const (
	Changed Kind = iota
	Added
	Removed
	Moved
)

// Edit is a part of a node or a tree that differs. Old or New is "" if only the other version has the part.
type Edit struct{ Part, Old, New string }

// Change is the change of one node. A node that was moved may also have edits.
type Change struct {
	Kind  Kind
	Old   *trees.Node // nil for an added node
	New   *trees.Node // nil for a removed node
	Path  string      // path of the node; the old path of a removed node
	From  string      // old path of a moved node
	To    string      // new place of a moved or added node, described by its parent and next sibling
	Edits []Edit
	// Below is the parent of a removed node in the newer version. Before is the index of the child before which the
	// node would be. Below is nil if the parent was removed too.
	Below  *trees.Node
	Before int
}

// Tree holds the changes of one tree.
type Tree struct {
	Old, New *trees.Tree // Old is nil for an added tree, and New for a removed one
	Edits    []Edit
	Changes  []Change
}

// Result holds the changes of all trees, sorted by name, and those of the named conditions.
type Result struct {
	Trees      []Tree
	Conditions []Edit
}

// Empty reports whether there are no differences.
func (r *Result) Empty() bool { return len(r.Trees) == 0 && len(r.Conditions) == 0 }

// Files compares the trees and named conditions of two versions of a set of files. It pairs trees by name, and in
// order if several trees have the same name. Of the remaining trees, equal ones with different names count as
// renamed.
func Files(before, after []*trees.File) *Result {
	r := &Result{Conditions: edits(conditions(before), conditions(after))}
	olds, news := all(before), all(after)
	pairs := pairTrees(olds, news)
	for _, t := range olds {
		if pairs[t] == nil {
			r.Trees = append(r.Trees, Tree{Old: t})
		}
	}
	back := map[*trees.Tree]*trees.Tree{}
	for o, n := range pairs {
		back[n] = o
	}
	for _, t := range news {
		if d := compare(back[t], t); d.Old == nil || len(d.Edits)+len(d.Changes) > 0 {
			r.Trees = append(r.Trees, d)
		}
	}
	sort.SliceStable(r.Trees, func(i, j int) bool { return r.Trees[i].name() < r.Trees[j].name() })
	return r
}

func (t *Tree) name() string {
	if t.New != nil {
		return t.New.Name
	}
	return t.Old.Name
}

func all(files []*trees.File) (list []*trees.Tree) {
	for _, f := range files {
		list = append(list, f.Trees...)
	}
	return list
}

func conditions(files []*trees.File) (list []part) {
	count := map[string]int{}
	for _, f := range files {
		for _, c := range f.Conditions {
			count[c.Name]++
			list = append(list, part{c.Name + strings.Repeat("'", count[c.Name]-1), c.Expr.Source})
		}
	}
	return list
}

// pairTrees pairs trees by name, and then trees that are equal except for the name.
func pairTrees(olds, news []*trees.Tree) map[*trees.Tree]*trees.Tree {
	pairs, taken := map[*trees.Tree]*trees.Tree{}, map[*trees.Tree]bool{}
	for _, key := range []func(*trees.Tree) string{func(t *trees.Tree) string { return t.Name }, text} {
		free := map[string][]*trees.Tree{}
		for _, t := range news {
			if !taken[t] {
				free[key(t)] = append(free[key(t)], t)
			}
		}
		for _, t := range olds {
			if k := key(t); pairs[t] == nil && len(free[k]) > 0 {
				pairs[t], taken[free[k][0]] = free[k][0], true
				free[k] = free[k][1:]
			}
		}
	}
	return pairs
}

// text returns a tree in canonical form, without its tree line.
func text(t *trees.Tree) string {
	_, body, _ := strings.Cut(string(trees.Format(&trees.File{Trees: []*trees.Tree{{Name: "t", Root: t.Root}}})), "\n")
	return body
}

func compare(before, after *trees.Tree) Tree {
	t := Tree{Old: before, New: after}
	if before == nil {
		return t
	}
	t.Edits = edits(treeParts(before), treeParts(after))
	m := match(before.Root, after.Root)
	for _, o := range m.old {
		if m.toNew[o] == nil {
			c := Change{Kind: Removed, Old: o, Path: m.path(o)}
			c.Below, c.Before = m.ghostPlace(o)
			t.Changes = append(t.Changes, c)
		}
	}
	moved := m.moved()
	for _, n := range m.now {
		if c, differs := m.change(n, moved[n]); differs {
			t.Changes = append(t.Changes, c)
		}
	}
	return t
}

func (m *matching) change(n *trees.Node, moved bool) (Change, bool) {
	c := Change{Old: m.toOld[n], New: n, Path: m.path(n)}
	if c.Old == nil {
		c.Kind, c.To = Added, m.place(n)
		return c, true
	}
	c.Edits = edits(parts(c.Old), parts(n))
	if moved {
		c.Kind, c.From, c.To = Moved, m.path(c.Old), m.place(n)
	}
	return c, moved || len(c.Edits) > 0
}

// path returns the names of the nodes from below the root to n. The path of the root is its name.
func (m *matching) path(n *trees.Node) string {
	names := []string{Title(n)}
	for p := m.parent[n]; p != nil && m.parent[p] != nil; p = m.parent[p] {
		names = append(names, Title(p))
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// place describes the position of a node by its parent and its next sibling.
func (m *matching) place(n *trees.Node) string {
	p := m.parent[n]
	if p == nil {
		return tr.T("as the root")
	}
	where := m.path(p)
	i := m.index(n)
	switch {
	case i+1 < len(p.Children):
		return tr.F("below %s, before %s", where, Title(p.Children[i+1]))
	case i > 0:
		return tr.F("below %s, after %s", where, Title(p.Children[i-1]))
	}
	return tr.F("below %s", where)
}

// ghostPlace returns the position that a removed node would have in the newer version.
func (m *matching) ghostPlace(o *trees.Node) (below *trees.Node, before int) {
	p := m.parent[o]
	if p == nil || m.toNew[p] == nil {
		return nil, 0
	}
	below = m.toNew[p]
	if _, known := m.behind[o]; !known { // computed once for all siblings
		next := len(below.Children)
		for _, sibling := range slices.Backward(p.Children) {
			if n := m.toNew[sibling]; n != nil && m.parent[n] == below {
				next = m.index(n)
			}
			m.behind[sibling] = next
		}
	}
	return below, m.behind[o]
}

// moved returns the nodes whose parent has changed. It also returns children that are still below the same parent,
// but not in a longest sequence of children that have kept their order.
func (m *matching) moved() map[*trees.Node]bool {
	moved := map[*trees.Node]bool{}
	at := map[*trees.Node]int{}
	for i, o := range m.old {
		at[o] = i
	}
	for _, n := range m.now {
		var stayed []*trees.Node
		for _, c := range n.Children {
			switch o := m.toOld[c]; {
			case o == nil:
			case m.parent[o] == nil || m.toNew[m.parent[o]] != n:
				moved[c] = true
			default:
				stayed = append(stayed, c)
			}
		}
		keepOrder(stayed, func(c *trees.Node) int { return at[m.toOld[c]] }, moved)
		if o := m.toOld[n]; o != nil && (m.parent[o] == nil) != (m.parent[n] == nil) {
			moved[n] = true
		}
	}
	return moved
}

// keepOrder sets moved for all nodes of list, except for those of a longest increasing subsequence.
func keepOrder(list []*trees.Node, at func(*trees.Node) int, moved map[*trees.Node]bool) {
	var ends []int // ends[k] is the index of the smallest last element of an increasing subsequence of length k+1
	before := make([]int, len(list))
	for i, c := range list {
		k := sort.Search(len(ends), func(k int) bool { return at(list[ends[k]]) >= at(c) })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
		moved[c] = true
	}
	if len(ends) == 0 {
		return
	}
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		delete(moved, list[i])
	}
}
