package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
)

// Compile turns a definition into a program. The error, if any, is a diag.List. The definition may be changed
// afterwards, but the program keeps references to its behaviors and conditions.
func Compile(d Definition) (*Program, error) {
	size := sizeOf(d.Root, 0)
	c := compiler{
		prog: &Program{
			name: d.Name, doc: d.Doc, owner: d.Owner,
			nodes: make([]node, 0, size), info: make([]info, 0, size), behaviors: make([]*Behavior, 0, size), names: &nameIndex{},
		},
		keys: make(map[string]bool, size),
	}
	if d.Root == nil {
		c.errs.Add(d.Pos, message.TreeWithoutRoot(d.Name))
		return nil, c.errs.Err()
	}
	c.node(d.Root, -1, "")
	c.errs.Sort()
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	c.prog.words = words(len(c.prog.nodes))
	c.prog.jumps()
	return c.prog, nil
}

// jumps computes which node Decide asks after each node. After a node with exclusive children it asks the first of
// these. The first ready one ends the search among them. If their parent is itself among exclusive siblings, the search
// among these ends, too. Other children are asked by the rule of their parent.
func (p *Program) jumps() {
	for i := range p.nodes {
		n, k := &p.nodes[i], p.info[i].parent
		n.ifReady, n.ifRefused = n.end, n.end
		if k < 0 || p.nodes[k].op != opExclusive {
			continue
		}
		parent := &p.nodes[k]
		if n.ifRefused == parent.end {
			n.ifRefused = parent.ifReady
		}
		if n.ifReady = parent.ifReady; n.nonExclusive {
			n.ifReady = n.ifRefused
		}
	}
	for i := range p.nodes { // only now, since the children have used the ifReady of their parent
		if n := &p.nodes[i]; n.op == opExclusive {
			n.ifReady = int32(i) + 1
		}
	}
}

// sizeOf returns the number of nodes of a subtree up to MaxDepth, at most MaxNodes.
func sizeOf(n *Node, depth int) int {
	if n == nil || depth > MaxDepth {
		return 0
	}
	size := 1
	for _, child := range n.Children {
		if size += sizeOf(child, depth+1); size > MaxNodes {
			return MaxNodes
		}
	}
	return size
}

type compiler struct {
	prog *Program
	keys map[string]bool
	errs diag.List
}

// node appends n and its subtree. path is the path of n, which is already unique among the siblings.
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
	p.nodes, p.behaviors = append(p.nodes, hotNode(n)), append(p.behaviors, n.Behavior)
	p.info = append(p.info, info{
		name: n.label(), path: path, key: c.key(n, parent, path), id: n.ID, depth: depth, parent: parent, kind: n.Kind,
		guard: n.Guard, note: n.Note, params: n.Params, pos: n.Pos, settings: n.Settings, custom: n.Custom, rule: n.rule(), persistentIndex: -1,
	})
	if n.persists() {
		p.info[i].persistentIndex = int32(len(p.persistentNodes))
		p.persistentNodes = append(p.persistentNodes, i)
	}
	if n.Custom != nil {
		p.info[i].rule = customRule{c.customRule(n)}
	}
	if p.nodes[i].op == opRule {
		_, starts := p.info[i].rule.(starter)
		p.nodes[i].starts = starts || n.persists()
	}
	if n.Behavior != nil {
		p.info[i].stimulus = n.Behavior.Stimulus
		if parent >= 0 && p.choosesByGoal(parent) && n.Behavior.Hooks[HookPostcondition] {
			p.nodes[i].ask |= askPostcondition
		}
	}
	seen := map[string]int{}
	for _, child := range n.Children {
		c.node(child, i, path+"/"+segment(child, seen))
	}
	p.nodes[i].end = int32(len(p.nodes))
}

// choosesByGoal reports whether node i chooses the first child whose goal is not achieved.
func (p *Program) choosesByGoal(i int32) bool {
	b := p.behaviors[i]
	return p.info[i].kind == kind.Goal || b != nil && b.Children.Chooser() == kind.Goal
}

// customRule makes the rule of a node whose kind the game has defined. A panic of New is an error of the node, since
// its parameters come from a file, which may be saved at any time.
func (c *compiler) customRule(n *Node) Rule {
	r, problem := newRule(n)
	if problem.Text != "" {
		c.errs.Add(n.Pos, problem)
	}
	return r
}

// newRule makes the rule of a node, or returns the problem.
func newRule(n *Node) (r Rule, problem diag.Words) {
	defer func() {
		if p := recover(); p != nil {
			problem = message.KindOfGamePanicked(n.label(), fmt.Sprint(p))
		}
	}()
	r, err := n.Custom.New(n.Params)
	switch {
	case err != nil:
		return r, message.KindOfGameRefuses(err.Error(), n.label())
	case r == nil:
		return r, message.KindWithoutRule(n.label())
	}
	return r, problem
}

// key returns the key of a node; see NodeInfo.Key. If a key is used twice, which is possible only in trees made in
// Go, the second node uses its path.
func (c *compiler) key(n *Node, parent int32, path string) string {
	p := c.prog
	key := path
	switch {
	case n.ID != "":
		key = "@" + n.ID
		for parent >= 0 && p.info[parent].kind != kind.Tree {
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
		c.errs.Add(n.Pos, message.ProgramTooDeep(MaxDepth, c.prog.name))
	case len(c.prog.nodes) >= MaxNodes:
		if len(c.errs) == 0 {
			c.errs.Add(n.Pos, message.ProgramTooLarge(MaxNodes, c.prog.name))
		}
	default:
		if problem, wrong := n.check(); wrong {
			c.errs.Add(n.Pos, problem)
			return false
		}
		return true
	}
	return false
}

// Check returns an error if a node is not valid by itself, for example if its kind does not allow that number of
// children. Check does not check the children. The error names the node and has no position.
func (n *Node) Check() error {
	if problem, wrong := n.check(); wrong {
		return problem
	}
	return nil
}

// check returns the problem of a node, and reports whether there is one.
func (n *Node) check() (problem diag.Words, wrong bool) {
	if n.Kind >= kind.Count {
		return message.UnknownNodeKind(n.label()), true
	}
	switch {
	case n.Kind == kind.Behavior && n.Behavior == nil:
		return message.NodeWithoutBehavior(n.label()), true
	case n.Kind == kind.Behavior && !isChildRule(n.Behavior.Children):
		return message.UnknownChildRule(n.label()), true
	case n.Kind == kind.Custom && n.Custom == nil:
		return message.NodeWithoutKindOfGame(n.label()), true
	case (n.Kind == kind.Condition || n.Kind == kind.WaitUntil) && n.Settings.Expression == nil:
		return message.NodeWithoutCondition(n.label()), true
	case n.Kind == kind.Switch && n.Settings.Expression == nil:
		return message.SwitchWithoutExpression(n.label()), true
	}
	least, most := n.Bounds()
	return message.ChildCount(n.label(), len(n.Children), least, most, func(i int) string { return n.Children[i].label() })
}

// Bounds returns the minimum and the maximum number of children of a node; a maximum below 0 is no bound.
func (n *Node) Bounds() (least, most int) {
	switch {
	case n.Kind == kind.Custom:
		return n.Custom.MinChildren, n.Custom.MaxChildren
	case n.Kind == kind.Behavior && n.Behavior.Hooks[HookResult]:
		return 1, 1
	}
	return n.Kind.Children()
}

// isChildRule reports whether r is one of kind.ChildRules.
func isChildRule(r kind.ChildRule) bool {
	return r == kind.Exclusive || r == kind.Sequential || r.Chooser() != kind.Behavior
}

// hotNode converts a definition to the form that a tick reads.
func hotNode(n *Node) node {
	h := node{nonExclusive: n.NonExclusive, op: n.op()}
	if n.Guard != nil {
		h.ask |= askGuard
	}
	if n.Disabled {
		h.ask |= askDisabled
	}
	if n.Behavior == nil {
		return h
	}
	b := n.Behavior
	h.behavior, h.hooks, h.faultlessBase = b.ID, b.hookSet(), int32(b.ID)*NumHooks
	h.nonExclusive = h.nonExclusive || b.NonExclusive
	h.ask |= b.asks()
	return h
}

// op returns the op of a node, which says how a tick treats the node's children.
func (n *Node) op() op {
	switch {
	case n.Kind == kind.Idle:
		return opLeaf
	case n.Kind != kind.Behavior || n.Behavior.rule() != nil:
		return opRule
	case len(n.Children) == 0:
		return opLeaf
	}
	return opExclusive
}

// rule returns the rule of a node. It returns nil for kind.Custom, since the game makes the rules of custom nodes.
func (n *Node) rule() nodeRule {
	if n.Kind == kind.Behavior {
		return n.Behavior.rule()
	}
	return rules[n.Kind].rule
}

// rule returns the rule of nodes of kind.Behavior. It is nil if their children are exclusive.
func (b *Behavior) rule() nodeRule {
	switch {
	case b.Hooks[HookChoose]:
		return scriptChooser{}
	case b.Hooks[HookResult]:
		return scriptDecorator{}
	case b.Children == kind.Exclusive:
		return nil
	case b.Children == kind.Sequential:
		return sequential{}
	}
	by := b.Children.Chooser()
	return committed{rules[by].rule, by == kind.Goal}
}

// asks returns the hooks that Decide calls for nodes of a behavior.
func (b *Behavior) asks() (a ask) {
	if b.hookSet() != 0 {
		a |= askHealth
	}
	if b.Missing {
		a |= askMissing
	}
	if b.Stimulus != "" {
		a |= askStimulus
	}
	if b.Hooks[HookPrecondition] {
		a |= askPrecondition
	}
	if b.Interval > 0 {
		a |= askInterval
	}
	return a
}

// persists reports whether a node has state that outlives the node's exit.
func (n *Node) persists() bool {
	chooser := kind.Kind(kind.Behavior)
	if n.Behavior != nil {
		chooser = n.Behavior.Children.Chooser()
	}
	return rules[n.Kind].persists || rules[chooser].persists || n.Behavior != nil && n.Behavior.Interval > 0
}

// segment returns the part of a path that identifies n among its siblings. seen counts the uses of each name so
// far.
func segment(n *Node, seen map[string]int) string {
	s := n.label()
	if n.Kind == kind.Tree {
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
