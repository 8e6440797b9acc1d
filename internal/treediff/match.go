package treediff

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// matching pairs the nodes of two versions of a tree.
type matching struct {
	old, now       []*trees.Node // in pre-order
	toNew, toOld   map[*trees.Node]*trees.Node
	parent         map[*trees.Node]*trees.Node
	at             map[*trees.Node]int // index of a node among its siblings
	behind         map[*trees.Node]int // index of the next sibling that still exists
	kinds          map[string]int
	whole, content map[*trees.Node]string
}

// match pairs nodes in this order: nodes with the same id, nodes with equal subtrees, children of pairs with the
// same name, moved nodes with the same content, and finally the roots. Each step visits each node once.
func match(before, after *trees.Node) *matching {
	m := &matching{toNew: map[*trees.Node]*trees.Node{}, toOld: map[*trees.Node]*trees.Node{},
		parent: map[*trees.Node]*trees.Node{}, at: map[*trees.Node]int{}, behind: map[*trees.Node]int{}, kinds: map[string]int{}, whole: map[*trees.Node]string{}, content: map[*trees.Node]string{}}
	m.old, m.now = m.list(before), m.list(after)
	m.byKey(m.old, m.now, func(n *trees.Node) string { return n.ID })
	if before != nil && after != nil && Title(before) == Title(after) {
		m.pair(before, after)
	}
	m.descend()
	m.byKey(m.old, m.now, func(n *trees.Node) string { return m.whole[n] })
	m.byKey(m.old, m.now, func(n *trees.Node) string { return m.content[n] })
	if before != nil && after != nil {
		m.pair(before, after)
	}
	m.descend()
	return m
}

// list returns the nodes in pre-order, and records their parents, indices and numbers.
func (m *matching) list(root *trees.Node) []*trees.Node {
	if root == nil {
		return nil
	}
	var all []*trees.Node
	for n := range root.All() {
		all = append(all, n)
		for i, c := range n.Children {
			m.parent[c], m.at[c] = n, i
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		m.note(all[i])
	}
	return all
}

// note gives a node two numbers: one for the node alone, and one for the node with its descendants. Equal nodes
// have equal numbers.
func (m *matching) note(n *trees.Node) {
	var b strings.Builder
	for _, p := range parts(n) {
		fmt.Fprintf(&b, "%q=%q ", p.name, p.text)
	}
	m.content[n] = m.number(b.String())
	for _, c := range n.Children {
		b.WriteString(m.whole[c] + " ")
	}
	m.whole[n] = m.number("whole " + b.String())
}

func (m *matching) number(s string) string {
	k, ok := m.kinds[s]
	if !ok {
		k = len(m.kinds)
		m.kinds[s] = k
	}
	return fmt.Sprint(k)
}

// index returns the index of a node among its siblings.
func (m *matching) index(n *trees.Node) int { return m.at[n] }

func (m *matching) pair(a, b *trees.Node) {
	if m.toNew[a] == nil && m.toOld[b] == nil {
		m.toNew[a], m.toOld[b] = b, a
	}
}

// byKey pairs unpaired nodes that have the same key, in order. It ignores nodes whose key is "".
func (m *matching) byKey(before, after []*trees.Node, key func(*trees.Node) string) {
	free := map[string][]*trees.Node{}
	for _, n := range before {
		if k := key(n); k != "" && m.toNew[n] == nil {
			free[k] = append(free[k], n)
		}
	}
	for _, n := range after {
		k := key(n)
		if list := free[k]; len(list) > 0 && m.toOld[n] == nil {
			m.pair(list[0], n)
			free[k] = list[1:]
		}
	}
}

// descend pairs the children of paired nodes. In m.old and m.now, parents come before their children.
func (m *matching) descend() {
	for _, n := range m.now {
		o := m.toOld[n]
		if o == nil {
			continue
		}
		m.byKey(o.Children, n.Children, func(n *trees.Node) string { return m.whole[n] })
		m.byKey(o.Children, n.Children, func(n *trees.Node) string { return m.content[n] })
		m.byKey(o.Children, n.Children, Title)
	}
}
