package engine

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Compile turns a definition into a program. The error, if any, is a diag.List.
// The definition may be changed or dropped afterwards; behaviors and
// conditions are kept by reference.
func Compile(d Definition) (*Program, error) {
	c := compiler{prog: &Program{name: d.Name, doc: d.Doc, byName: map[string][]int32{}}, keys: map[string]bool{}}
	if d.Root == nil {
		c.errs.Add(d.Pos, "tree %s has no root node", d.Name)
		return nil, c.errs.Err()
	}
	c.node(d.Root, -1, "")
	c.errs.Sort()
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	c.prog.words = words(len(c.prog.nodes))
	return c.prog, nil
}

type compiler struct {
	prog *Program
	keys map[string]bool
	errs diag.List
}

// node appends n and its subtree. The path of n is already free of clashes
// with its siblings.
func (c *compiler) node(n *Node, parent int32, path string) {
	p := c.prog
	depth := int32(0)
	if parent >= 0 {
		depth = p.info[parent].depth + 1
	} else {
		path = segment(n, nil)
	}
	if !c.fits(n, depth) {
		return
	}
	i := int32(len(p.nodes))
	p.nodes = append(p.nodes, hotNode(n))
	p.info = append(p.info, info{
		name: n.label(), path: path, key: c.key(n, parent, path), id: n.ID, depth: depth, parent: parent, kind: n.Kind,
		behavior: n.Behavior, guard: n.Guard, params: n.Params, pos: n.Pos,
	})
	if n.Behavior != nil {
		p.info[i].stimulus = n.Behavior.Stimulus
	}
	c.index(i)
	seen := map[string]int{}
	for _, child := range n.Children {
		c.node(child, i, path+"/"+segment(child, seen))
	}
	p.nodes[i].end = int32(len(p.nodes))
}

// key returns what finds a node again. Two nodes of one key, which only trees
// made by hand can have, are told apart by their path.
func (c *compiler) key(n *Node, parent int32, path string) string {
	p := c.prog
	key := path
	switch {
	case n.ID != "":
		key = "@" + n.ID
		for parent >= 0 && p.info[parent].kind != KindTree {
			parent = p.info[parent].parent
		}
		if parent >= 0 {
			key = p.info[parent].key + "/" + key
		}
	case parent >= 0:
		key = p.info[parent].key + path[strings.LastIndexByte(path, '/'):]
	}
	if c.keys[key] {
		key = path
	}
	c.keys[key] = true
	return key
}

func (c *compiler) fits(n *Node, depth int32) bool {
	switch {
	case depth >= MaxDepth:
		c.errs.Add(n.Pos, "tree %s is nested deeper than %d levels", c.prog.name, MaxDepth)
	case len(c.prog.nodes) >= MaxNodes:
		if len(c.errs) == 0 {
			c.errs.Add(n.Pos, "tree %s has more than %d nodes, inclusions counted", c.prog.name, MaxNodes)
		}
	case n.Kind == KindBehavior && n.Behavior == nil:
		c.errs.Add(n.Pos, "node %s has no behavior", n.label())
	case n.Kind == KindTree && len(n.Children) != 1:
		c.errs.Add(n.Pos, "tree node %s has %d children; want the root of the included tree", n.label(), len(n.Children))
	default:
		return true
	}
	return false
}

// hotNode derives what the tick reads from a definition.
func hotNode(n *Node) node {
	h := node{nonExclusive: n.NonExclusive}
	if n.Guard != nil {
		h.ask |= askGuard
	}
	if n.Kind == KindTree {
		h.op = opTree
		return h
	}
	b := n.Behavior
	h.behavior, h.hooks, h.stamps = b.ID, b.Hooks, int32(b.ID)*NumHooks
	h.nonExclusive = h.nonExclusive || b.NonExclusive
	if b.Hooks != 0 {
		h.ask |= askHealth
	}
	if b.Missing {
		h.ask |= askMissing
	}
	if b.Stimulus != "" {
		h.ask |= askStimulus
	}
	if b.Hooks.Has(HookPrecondition) {
		h.ask |= askPrecondition
	}
	switch {
	case len(n.Children) == 0 && b.Children == Exclusive:
		h.op = opLeaf
	case b.Children == Sequential:
		h.op = opSequential
	default:
		h.op = opExclusive
	}
	return h
}

// segment returns the part of a path that names n among its siblings; seen
// counts the names used so far.
func segment(n *Node, seen map[string]int) string {
	s := n.label()
	if n.Kind == KindTree {
		s = "tree " + s
	}
	if n.ID != "" {
		s = "@" + n.ID
	}
	if seen == nil {
		return s
	}
	seen[s]++
	if k := seen[s]; k > 1 {
		s += "#" + strconv.Itoa(k)
	}
	return s
}

// index enters node i under every name that may mean it.
func (c *compiler) index(i int32) {
	in := &c.prog.info[i]
	add := func(name string) {
		nodes := c.prog.byName[name]
		if name != "" && (len(nodes) == 0 || nodes[len(nodes)-1] != i) {
			c.prog.byName[name] = append(nodes, i)
		}
	}
	add(in.name)
	add(in.name[strings.LastIndexByte(in.name, '.')+1:])
	add(in.id)
	add(in.path)
}
