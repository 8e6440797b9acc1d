package conform

import (
	"slices"
	"strconv"
)

func (g *generator) root() *Node {
	g.nodes = g.src.IntN(randomNodes)
	return g.node(0)
}

// node generates a node and the nodes below it, as far as g.nodes allows.
func (g *generator) node(depth int) *Node {
	n := &Node{Kind: KindBehavior}
	least, most := 0, randomNodes
	switch {
	case g.rich() && g.nodes > 0 && depth < randomNodes && g.oneIn(2):
		n.Kind = pick(g, g.kinds)
		g.parameters(n)
		least, most = n.room()
	case len(g.c.Trees) > 1 && g.oneIn(8):
		n.Kind, most, n.Include, n.Args = KindTree, 0, "other", []string{"other"}
	default:
		n.Behavior = pick(g, g.c.Behaviors)
	}
	n.Mark = depth > 0 && g.oneIn(4)
	n.Disabled = g.rich() && depth > 0 && g.oneIn(16)
	if g.oneIn(8) {
		n.Guard = g.cond()
	}
	if g.rich() && g.oneIn(3) {
		g.ids++
		n.ID = "n" + strconv.Itoa(g.ids)
	}
	for len(n.Children) < most && (len(n.Children) < least || g.nodes > 0 && depth < randomNodes && !g.oneIn(3)) {
		g.nodes--
		n.Children = append(n.Children, g.child(n, depth+1))
	}
	return n
}

// room returns the minimum and the maximum number of children of a node.
func (n *Node) room() (least, most int) {
	switch n.Kind {
	case "if_then_else", "while_do_else":
		return 2, 3
	case KindTree:
		return 0, 0
	}
	switch k, _ := KindOf(n.Kind); k.Shape {
	case Decorator:
		return 1, 1
	case Leaf:
		if n.Kind != KindBehavior {
			return 0, 0
		}
	}
	return 0, 2 * randomNodes
}

// child generates a child of n. The child may have parameters for n.
func (g *generator) child(n *Node, depth int) *Node {
	c := g.node(depth)
	switch {
	case n.Kind == "switch" && !g.oneIn(4):
		c.Params = append(c.Params, Param{"case", pick(g, []string{"0", "1", "2", "true", "false"})})
	case g.draws(n) && g.oneIn(2):
		c.Params = append(c.Params, Param{"weight", pick(g, []string{"0", "0.5", "2", "5"})})
	}
	return c
}

// draws reports whether n uses the weights of its children.
func (g *generator) draws(n *Node) bool {
	switch n.Kind {
	case "random", "random_sequence", "random_fallback":
		return true
	}
	return n.Behavior != nil && n.Behavior.Children == "random"
}

// parameters gives a node random parameters of its kind.
func (g *generator) parameters(n *Node) {
	arg := func(list ...string) { n.Args = append(n.Args, pick(g, list)) }
	param := func(name string, list ...string) {
		if v := pick(g, list); v != "" {
			n.Params = append(n.Params, Param{name, v})
		}
	}
	switch n.Kind {
	case "condition", "wait_until":
		n.Cond = g.cond()
		n.Args = []string{n.Cond.String()}
	case "switch":
		n.Cond = g.cond()
		if !g.oneIn(2) {
			n.Cond = &Cond{Terms: []Term{{Field: "hp"}}}
		}
		n.Args = []string{n.Cond.String()}
	case "utility":
		param("inertia", "", "1", "2")
	case "parallel":
		param("success", "", "1", "2", "one", "all")
		param("failure", "", "1", "2", "one", "all")
		param("unready", "", "", "skip", "refuse")
		param("decide", "", "each")
	case "sequence", "fallback", "sequence_with_memory", "fallback_with_memory":
		param("per_tick", "", "", "one")
	case "filter", "monitor":
		param("conditions", "", "1", "2")
	case "repeat", "retry", "loop":
		if g.oneIn(2) {
			arg("1", "2", "3", "4")
		}
		if n.Kind != "loop" {
			param("per_tick", "", "", "one")
		}
	case "limit":
		arg("1", "2", "3")
	case "cooldown", "interval", "delay", "timeout", "wait":
		arg("0", "1", "2", "3", "4")
	case "chance":
		arg("0", "0.3", "0.5", "0.8", "1")
	case "log":
		arg("hello", "a, b")
	default:
		g.leafParameters(n)
	}
}

func (g *generator) leafParameters(n *Node) {
	param := func(name string, list ...string) {
		if v := pick(g, list); v != "" {
			n.Params = append(n.Params, Param{name, v})
		}
	}
	switch n.Kind {
	case "set":
		param(pick(g, randomFields), "0", "1", "2", "3")
	case "emit":
		n.Args = []string{pick(g, randomStimuli)}
		param("data", "", "north")
		param("ttl", "", "1s", "3s")
		param("to", "", "", "pal")
	case "request":
		n.Args = []string{pick(g, randomRequests)}
		param("channel", pick(g, randomChannels))
		param("data", "", "", "north")
		param("priority", "", "1", "2", "3")
	}
}

// edited returns a copy of a tree with some random edits.
func (g *generator) edited(root *Node) *Node {
	root = root.clone()
	g.nodes = 3 // number of nodes that edits may add
	for range 1 + g.upTo(3) {
		var all []*Node
		root.each(func(n *Node) { all = append(all, n) })
		parent := pick(g, all)
		switch g.src.IntN(4) {
		case 3:
			parent.unwrap(g)
		case 0:
			parent.insert(g, g.child(parent, 1))
		case 1:
			parent.remove(g)
		case 2:
			if c := parent.remove(g); c != nil && !pick(g, all).insert(g, c) {
				parent.insert(g, c)
			}
		}
	}
	return root
}

// unwrap replaces a random child of n by its child, if it has exactly one.
func (n *Node) unwrap(g *generator) {
	if len(n.Children) == 0 {
		return
	}
	i := g.upTo(len(n.Children) - 1)
	if c := n.Children[i]; len(c.Children) == 1 {
		n.Children[i] = c.Children[0]
	}
}

func (n *Node) clone() *Node {
	m := *n
	m.Params, m.Children = slices.Clone(n.Params), nil
	for _, c := range n.Children {
		m.Children = append(m.Children, c.clone())
	}
	return &m
}

func (n *Node) each(f func(*Node)) {
	f(n)
	for _, c := range n.Children {
		c.each(f)
	}
}

// insert inserts c at a random place below n, and reports whether it has done so. It does not insert c if n has
// no room or is below c.
func (n *Node) insert(g *generator, c *Node) bool {
	within := false
	c.each(func(m *Node) { within = within || m == n })
	if _, most := n.room(); within || len(n.Children) >= most {
		return false
	}
	n.Children = slices.Insert(n.Children, g.upTo(len(n.Children)), c)
	return true
}

// remove removes a random child of n, unless n needs all of its children.
func (n *Node) remove(g *generator) *Node {
	if least, _ := n.room(); len(n.Children) <= least {
		return nil
	}
	i := g.src.IntN(len(n.Children))
	c := n.Children[i]
	n.Children = slices.Delete(n.Children, i, i+1)
	return c
}

// repair removes behaviors that are in no tree, so that the case is one that can be read from a file. It also
// completes what random trees and edits have left incomplete.
func (g *generator) repair() {
	var in []*Behavior
	for _, t := range g.c.Trees {
		t.Root.each(func(n *Node) {
			if n.Behavior != nil && !slices.Contains(in, n.Behavior) {
				in = append(in, n.Behavior)
			}
			for i, c := range n.Children {
				if n.Kind == "switch" && i < len(n.Children)-1 && c.Param("case") == "" {
					c.Params = append(c.Params, Param{"case", "9"})
				}
			}
		})
	}
	g.c.Behaviors = in
	for _, t := range g.c.Trees {
		t.Root.each(func(n *Node) {
			if repairCond(n.Guard, in); repairCond(n.Cond, in) {
				n.Args = []string{n.Cond.String()}
			}
		})
	}
	for _, b := range in {
		for _, c := range b.Needs {
			repairCond(c, in)
		}
	}
	for _, s := range g.c.Steps {
		if (s.Kind == StepSave || s.Kind == StepDelete) && !slices.Contains(in, s.Behavior) {
			s.Kind, s.Behavior = StepResume, nil
		}
	}
}

// repairCond changes a condition so that it asks only about existing behaviors. It returns false if there is no
// condition.
func repairCond(c *Cond, in []*Behavior) bool {
	if c == nil {
		return false
	}
	for i := range c.Terms {
		t := &c.Terms[i]
		switch {
		case t.Ask == AskNothing || t.Ask == AskInForce || slices.ContainsFunc(in, func(b *Behavior) bool { return b.Name == t.Name }):
		case len(in) > 0:
			t.Name = in[0].Name
		default:
			*t = Term{Field: "hp", Op: ">", Value: 1}
		}
	}
	return true
}
