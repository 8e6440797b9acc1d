package conform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// disabledWord precedes a disabled node.
const disabledWord = "disabled"

// mainTree is the name of a tree without a name in the file.
const mainTree = "main"

func (p *parser) parseTree(s section) {
	t := &Tree{Name: mainTree, Pos: s.head.pos(0)}
	if len(s.head.words) > 1 {
		t.Name = s.head.words[1].text
	}
	switch {
	case len(s.head.words) > 2:
		s.head.fault(2, "want: tree, or: tree NAME")
	case !isName(t.Name):
		s.head.fault(1, "%q is not a name", t.Name)
	case p.c.tree(t.Name) != nil:
		s.head.fault(0, "a second tree named %s; the first is in line %d", t.Name, p.c.tree(t.Name).Pos.Line)
	}
	p.c.Trees = append(p.c.Trees, t)
	p.parseNodes(t, s)
	if t.Root == nil {
		s.head.fault(0, "tree %s has no nodes", t.Name)
	}
}

func (c *Case) tree(name string) *Tree {
	for _, t := range c.Trees {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// parseNodes builds the nodes below t.Root from the indentation.
func (p *parser) parseNodes(t *Tree, s section) {
	type level struct {
		indent int
		node   *Node
	}
	var open []level
	for _, l := range s.body {
		depth := len(open)
		for len(open) > 0 && open[len(open)-1].indent > l.indent {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && len(open) < depth && open[len(open)-1].indent != l.indent {
			l.fault(0, "indentation of %d; want that of a line above, such as %d", l.indent, open[len(open)-1].indent)
		}
		var parent *Node
		switch k := len(open) - 1; {
		case k >= 0 && open[k].indent == l.indent:
			open = open[:k]
			if k > 0 {
				parent = open[k-1].node
			}
		case k >= 0:
			parent = open[k].node
		}
		n := p.parseNode(l)
		switch {
		case len(open) >= maxDepth:
			l.fault(0, "more than %d levels", maxDepth)
			return
		case parent != nil:
			parent.Children = append(parent.Children, n)
		case t.Root != nil:
			l.fault(0, "a second root; put it below %s in line %d", t.Root.Name(), t.Root.Pos.Line)
		default:
			t.Root = n
		}
		open = append(open, level{l.indent, n})
	}
}

// parseNode parses a line of the form "[disabled] NAME [parameters] [key=value] [id=label] [+] [when condition]".
func (p *parser) parseNode(l line) *Node {
	n := &Node{Pos: l.pos(0), Kind: KindBehavior}
	if l.words[0].text == disabledWord && len(l.words) > 1 {
		n.Disabled, l.words = true, l.words[1:]
	}
	name := l.words[0].text
	kind, isKind := KindOf(name)
	switch {
	case isKind:
		n.Kind = kind.Name
	case isName(name) && name != KindBehavior:
		n.Behavior = p.c.behavior(name, n.Pos)
	default:
		l.fault(0, "%q is not a name", name)
		n.Behavior = p.c.behavior("_", n.Pos)
	}
	args, rest := p.nodeArgs(l, n, kind.Cond || kind.Value)
	if rest < len(l.words) {
		n.Guard = p.cond(l, rest+1)
	}
	switch operand := (line{file: l.file, no: l.no, text: l.text, words: args}); {
	case kind.Cond:
		n.Cond = p.cond(operand, 0)
	case kind.Value:
		n.Cond = p.value(operand)
	}
	if n.Kind == KindTree {
		if len(args) != 1 {
			l.fault(1, "want: tree NAME")
			return n
		}
		n.Include = args[0].text
	}
	return n
}

// nodeArgs parses the words of a node before when. It returns the positional parameters, and the index of when. The
// only named parameters of a node with a condition are id= and those for its parent, since a condition contains
// comparisons.
func (p *parser) nodeArgs(l line, n *Node, cond bool) (args []word, end int) {
	k := 1
	for ; k < len(l.words) && l.words[k].text != "when"; k++ {
		w := l.words[k]
		key, value, isPair := strings.Cut(w.text, "=")
		switch {
		case w.quoted:
			args = append(args, w)
		case w.text == "+":
			n.Mark = true
		case isPair && key == "id":
			n.ID = parseNodeID(l, k, value)
		case isPair && key != "" && (!cond || slices.Contains(childParams, key)):
			n.Params = append(n.Params, Param{key, value})
		default:
			args = append(args, w)
		}
	}
	for _, w := range args {
		n.Args = append(n.Args, w.text)
	}
	return args, k
}

func parseNodeID(l line, k int, id string) string {
	if !isName(id) {
		l.fault(k, "%q is not a name", id)
	}
	return id
}

// behavior returns the behavior of that name. It creates the behavior at the first use.
func (c *Case) behavior(name string, pos diag.Pos) *Behavior {
	for _, b := range c.Behaviors {
		if b.Name == name {
			return b
		}
	}
	b := newBehavior(name)
	b.Pos = pos
	c.Behaviors = append(c.Behaviors, b)
	return b
}

func newBehavior(name string) *Behavior {
	return &Behavior{Name: name, Hooks: DefaultHooks, Children: "exclusive", Part: Part{Name: name, Agent: Everyone}}
}

// finishTrees expands inclusions and numbers the nodes.
func (p *parser) finishTrees() {
	for _, t := range p.c.Trees {
		p.checkChildren(t.Root)
	}
	if len(p.file.errs) > 0 { // a tree with errors is not expanded, since errors would cause further errors
		return
	}
	p.file.errs = p.c.link()
	p.linked = len(p.file.errs) == 0
}

// checkChildren checks that the kind of each node allows the node's number of children.
func (p *parser) checkChildren(n *Node) {
	if n == nil {
		return
	}
	if k, ok := KindOf(n.Kind); ok {
		switch {
		case k.Shape == Leaf && len(n.Children) > 0:
			p.file.errs.Add(n.Children[0].Pos, mistake("a node below %s, which has no children", n.Kind))
		case k.Shape == Decorator && len(n.Children) != 1:
			p.file.errs.Add(n.Pos, mistake("%s has one child, not %d", n.Kind, len(n.Children)))
		}
	}
	for _, child := range n.Children {
		p.checkChildren(child)
	}
}

// link expands the inclusions of all trees and gives the nodes their parents,
// indexes and labels.
func (c *Case) link() diag.List {
	var errs diag.List
	roots := make(map[*Tree]*Node)
	for _, t := range c.Trees {
		x := expansion{c: c, errs: &errs}
		roots[t] = x.copy(t.Root, []string{t.Name})
	}
	for _, t := range c.Trees {
		if t.Root = roots[t]; t.Root != nil && len(errs) == 0 {
			t.number(t.Root, nil)
			t.label(&errs)
			for _, n := range t.Nodes {
				if err := c.interpret(n); err != nil {
					errs.Add(n.Pos, mistake("%s: %v", n.Name(), err))
				}
			}
		}
	}
	return errs
}

// expansion copies a tree together with the trees that it includes.
type expansion struct {
	c     *Case
	errs  *diag.List
	nodes int
}

// copy returns a copy of n. within contains the names of the trees around n, outermost first.
func (x *expansion) copy(n *Node, within []string) *Node {
	if x.nodes++; x.nodes > maxNodes {
		if x.nodes == maxNodes+1 {
			x.errs.Add(n.Pos, mistake("more than %d nodes, included trees counted", maxNodes))
		}
		return nil
	}
	m := *n
	m.Children = nil
	for _, child := range n.Children {
		if n.Kind != KindTree { // the child of a tree node is expanded below
			m.Children = append(m.Children, x.copy(child, within))
		}
	}
	if n.Kind == KindTree {
		if root := x.include(n, within); root != nil {
			m.Children = []*Node{root}
		}
	}
	return &m
}

func (x *expansion) include(n *Node, within []string) *Node {
	t := x.c.tree(n.Include)
	switch {
	case t == nil:
		x.errs.Add(n.Pos, mistake("no tree named %q", n.Include))
	case slices.Contains(within, t.Name):
		x.errs.Add(n.Pos, mistake("tree %s includes itself: %s", t.Name, strings.Join(append(within, t.Name), " -> ")))
	case len(within) >= maxDepth:
		x.errs.Add(n.Pos, mistake("more than %d trees, one in the other", maxDepth))
	case t.Root != nil:
		return x.copy(t.Root, append(slices.Clone(within), t.Name))
	}
	return nil
}

func (t *Tree) number(n, parent *Node) {
	n.Parent, n.Index = parent, len(t.Nodes)
	t.Nodes = append(t.Nodes, n)
	for _, child := range n.Children {
		t.number(child, n)
	}
}

// label gives the nodes of t unique labels.
func (t *Tree) label(errs *diag.List) {
	taken := map[string]*Node{}
	for _, n := range t.Nodes {
		if n.ID == "" {
			continue
		}
		if first := taken[n.ID]; first != nil && first.Pos != n.Pos {
			errs.Add(n.Pos, mistake("a second node with the id %s; the first is in line %d", n.ID, first.Pos.Line))
		}
		if taken[n.ID] == nil {
			taken[n.ID], n.Label = n, n.ID
		}
	}
	for _, n := range t.Nodes {
		if n.Label == "" {
			n.Label = free(n.baseLabel(), taken)
			taken[n.Label] = n
		}
	}
}

// baseLabel returns the id of a node whose tree is included twice, otherwise the node's name.
func (n *Node) baseLabel() string {
	if n.ID != "" {
		return n.ID
	}
	return n.Name()
}

// free returns name if it is not taken, otherwise the first of name#2, name#3 and so on that is not taken.
func free(name string, taken map[string]*Node) string {
	label := name
	for i := 2; taken[label] != nil; i++ {
		label = name + "#" + strconv.Itoa(i)
	}
	return label
}
