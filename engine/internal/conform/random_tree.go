package conform

import (
	"slices"
	"strconv"
)

// root generates a tree. Trees of one or two nodes are rare, since they show little.
func (g *generator) root() *Node {
	most := g.src.IntN(randomNodes)
	for tries := 1; ; tries++ {
		g.nodes = most
		if n := g.node(0); g.nodes <= most/2 || tries == 4 {
			return n
		}
	}
}

// numbers generates a tree for RandomNumbers: a parent of a few chains of decorators, each with a leaf.
func (g *generator) numbers() *Node {
	g.computes, g.renumber = 3, true
	root := &Node{Kind: pick(g, []string{"parallel", "utility", "random", "random_fallback", "random_sequence", "reactive_fallback"})}
	g.parameters(root)
	for range 1 + g.upTo(2) {
		leaf := &Node{Kind: pick(g, []string{KindBehavior, "wait", "wait", "request", "emit", "set"})}
		if leaf.Kind == KindBehavior {
			leaf.Behavior = pick(g, g.c.Behaviors)
		}
		g.parameters(leaf)
		for range g.upTo(3) {
			above := &Node{Kind: pick(g, []string{
				"interval", "interval", "delay", "timeout", "repeat", "retry", "loop", "cooldown", "limit", "chance", "until_failure",
			}), Children: []*Node{leaf}}
			g.parameters(above)
			leaf = above
		}
		if g.draws(root) && g.oneIn(2) {
			leaf.Params = append(leaf.Params, Param{"weight", g.number("0", "0.5", "2", "5")})
		}
		root.Children = append(root.Children, leaf)
	}
	return root
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
	case (n.Kind == "utility" || n.Behavior != nil && n.Behavior.Children == "utility") && g.oneIn(2):
		c.Params = append(c.Params, Param{"utility", g.number("-1", "0", "0.5", "2", "5")})
	case g.draws(n) && g.oneIn(2):
		c.Params = append(c.Params, Param{"weight", g.number("0", "0.5", "2", "5")})
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
	number := func(list ...string) { n.Args = append(n.Args, g.number(list...)) }
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
		param("inertia", "", g.number("1", "2"))
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
			number("1", "2", "3", "4")
		}
		if n.Kind != "loop" {
			param("per_tick", "", "", "one")
		}
	case "limit":
		number("1", "2", "3")
		param("per", "", "2", "4")
	case "cooldown":
		number("0", "1", "2", "3", "4")
		param("after", "", "result", "exit")
	case "interval", "delay", "timeout", "wait":
		number("0", "1", "2", "3", "4")
	case "chance":
		number("0", "0.3", "0.5", "0.8", "1")
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
		names := slices.Clone(randomFields)
		if g.oneIn(2) {
			slices.Reverse(names)
		}
		for _, name := range names[:1+g.upTo(1)] {
			param(name, g.whole("0", "1", "2", "3"))
		}
	case "emit":
		n.Args = []string{pick(g, randomStimuli)}
		param("data", "", g.whole("north"))
		param("ttl", "", "1s", g.number("3s"))
		param("to", "", "", "pal")
	case "request":
		n.Args = []string{pick(g, randomRequests)}
		param("channel", pick(g, randomChannels))
		param("data", "", "", g.whole("north"))
		param("priority", "", g.whole("1", "2", "3"))
	}
}

// number returns a constant from a list, or a computed number whose value is often out of range.
func (g *generator) number(list ...string) string {
	if g.src.IntN(4) >= 4-g.computes {
		return g.computed("", "", "", "+1", "-1", "+2", "+0.5", "-0.5")
	}
	return pick(g, list)
}

// whole is like number, for whole numbers.
func (g *generator) whole(list ...string) string {
	if g.src.IntN(4) >= 4-g.computes {
		return g.computed("", "", "+1", "-1")
	}
	return pick(g, list)
}

func (g *generator) computed(add ...string) string {
	return pick(g, []string{"hp", "hp", "hp", "pal", "board.gate", "enemy"}) + pick(g, add)
}

// edited returns a copy of a tree with some random edits.
func (g *generator) edited(root *Node) *Node {
	root = root.clone()
	g.nodes = 3 // number of nodes that edits may add
	if g.renumber || g.oneIn(2) {
		root.each(func(n *Node) {
			if !g.oneIn(3) {
				n.renumber(g)
			}
		})
		return root
	}
	for range 1 + g.upTo(3) {
		var all []*Node
		root.each(func(n *Node) { all = append(all, n) })
		parent := pick(g, all)
		switch g.src.IntN(5) {
		case 4:
			pick(g, all).renumber(g)
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

// renumber gives n other random parameters.
func (n *Node) renumber(g *generator) {
	if n.Behavior == nil && n.Kind != KindTree {
		n.Args = nil
		n.Params = slices.DeleteFunc(n.Params, func(p Param) bool { return !slices.Contains(childParams, p.Name) })
		g.parameters(n)
	}
	for i, p := range n.Params {
		if p.Name == "weight" {
			n.Params[i].Value = g.number("0", "1", "2")
		} else if p.Name == "utility" {
			n.Params[i].Value = g.number("-2", "1", "3")
		}
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
		if s.Kind == StepAbort && !slices.ContainsFunc(g.c.Trees, func(t *Tree) bool { return t.Root.anyGoesBy(s.Node) }) {
			s.Kind, s.Node = StepResume, ""
		}
	}
}

// anyGoesBy reports whether a name refers to n or a node below it.
func (n *Node) anyGoesBy(name string) (any bool) {
	n.each(func(n *Node) { any = any || n.goesBy(name) })
	return any
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
		case t.Ask == AskNothing || t.Ask == AskInForce || t.Ask == AskStimulus || slices.ContainsFunc(in, func(b *Behavior) bool { return b.Name == t.Name }):
		case len(in) > 0:
			t.Name = in[0].Name
		default:
			*t = Term{Field: "hp", Op: ">", Value: 1}
		}
	}
	return true
}
