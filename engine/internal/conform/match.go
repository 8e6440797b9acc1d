package conform

import "strconv"

// key returns the key by which a node is recognized after its tree has changed. The key is the id of the node or,
// without an id, its path, in which siblings of the same name are numbered. The key of a node of an included tree
// begins with the key of the node that includes the tree.
func (n *Node) key() string {
	if n.ID != "" {
		for a := n.Parent; a != nil; a = a.Parent {
			if a.Kind == KindTree {
				return a.key() + "/@" + n.ID
			}
		}
		return "@" + n.ID
	}
	if n.Parent == nil {
		return n.segment()
	}
	k := 1
	for _, sibling := range n.Parent.Children {
		if sibling == n {
			break
		}
		if sibling.ID == "" && sibling.segment() == n.segment() {
			k++
		}
	}
	return n.Parent.key() + "/" + n.segment() + "#" + strconv.Itoa(k)
}

func (n *Node) segment() string {
	if n.Kind == KindTree {
		return KindTree + " " + n.Include
	}
	return n.Name()
}

// Match maps the nodes of a tree to the nodes of its next version with the same key, kind and behavior.
func (t *Tree) Match(next *Tree) map[*Node]*Node {
	at := map[string]*Node{}
	for _, n := range next.Nodes {
		at[n.key()] = n
	}
	to := map[*Node]*Node{}
	for _, n := range t.Nodes {
		if m := at[n.key()]; m != nil && m.Kind == n.Kind && m.Behavior == n.Behavior {
			to[n] = m
		}
	}
	return to
}
