package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
)

// MaxDepth is the largest depth of a tree, including the trees that it includes. It bounds the recursion of the
// tick.
const MaxDepth = 250

// MaxNodes is the largest number of nodes of a program.
const MaxNodes = 100_000

// Program is a compiled tree: a flat list of nodes in pre-order. It is immutable. All agents that run it, and all
// workers, share it. A node is identified by its index; the root is 0. A tick mostly reads nodes; info has the
// other data.
type Program struct {
	name            string
	doc             string
	owner           any // see Definition.Owner
	nodes           []node
	info            []info
	words           int
	persistentNodes []int32 // nodes that have a persistentState, by its index
	names           *nameIndex
	// behaviors has the behavior of each node, or nil. A program and the result of Recoded differ only in behaviors.
	behaviors []*Behavior
}

// op is how a tick treats the children of a node.
type op uint8

const (
	opLeaf      op = iota // a behavior without children, or idle
	opExclusive           // a behavior whose children are exclusive
	opRule                // any other node, whose rule decides
)

// ask is a set of checks that Decide makes for a node before it applies the node's rule.
type ask uint8

const (
	askMissing ask = 1 << iota
	askGuard
	askStimulus
	askPrecondition
	askHealth        // the behavior has hooks, so it may be in quarantine
	askInterval      // answers of guard and precondition are reused for some time
	askPostcondition // it has a postcondition, and its parent chooses by postconditions
	askDisabled      // it is never ready
)

// node is the hot part of a node.
type node struct {
	op            op
	ask           ask
	nonExclusive  bool
	starts        bool // entering the node prepares state; see startNode
	hooks         hookSet
	behavior      BehaviorID // 0 if the node has no behavior
	faultlessBase int32      // index in worker.lastFaultless of the first entry of the behavior
	end           int32      // index after the last descendant, which is the index of the next sibling if there is one
	// The nodes that Decide asks after this node if it is ready and if it is not; see jumps.
	ifReady, ifRefused int32
}

// info is the cold part of a node.
type info struct {
	name            string
	path            string
	key             string // see NodeInfo.Key
	id              string
	depth           int32
	parent          int32 // -1 for the root
	persistentIndex int32 // index of the persistentState; -1 if there is none
	kind            kind.Kind
	custom          *Custom
	rule            nodeRule // nil if op is not opRule
	settings        Settings
	guard           Expression
	note            string
	stimulus        string
	params          Params
	pos             diag.Pos
}

// Name returns the name of the tree.
func (p *Program) Name() string { return p.name }

// importance returns the highest Behavior.Importance among a set of nodes, or 0 if none has one.
func (p *Program) importance(nodes bitset) float64 {
	highest := 0.0
	nodes.each(func(i int32) {
		if b := p.behaviors[i]; b != nil {
			highest = max(highest, b.Importance)
		}
	})
	return highest
}

// Len returns the number of nodes.
func (p *Program) Len() int { return len(p.nodes) }

// NodeInfo describes a node of a Program. It must not be changed.
type NodeInfo struct {
	Name string // name of the behavior or the kind
	// Path joins the names from the root to the node by slashes. Siblings with the same name get "#2", "#3" and
	// so on; an explicit id is written as "@id". The path identifies the node within its tree.
	Path string
	// Key identifies the node across edits of its tree. It is the part of the path that begins with the nearest node
	// with an explicit id, or the whole path if there is no such node. The key of a node of an included tree begins
	// with the key of the inclusion.
	Key      string
	Kind     kind.Kind
	Behavior *Behavior  // nil if the node has none
	Guard    Expression // nil if the node has none
	Note     string     // note on the node in the tree, or ""
	Settings *Settings
	Params   Params
	Parent   int  // -1 for the root
	Depth    int  // number of ancestors
	End      int  // index after the last descendant
	Disabled bool // the tree disables the node and all nodes below it
	// NonExclusive is set if the node has the mark + in the tree, or its behavior is non-exclusive by itself.
	NonExclusive bool
	Pos          diag.Pos
}

// mustHave panics if i is not a node of the program. The message names the called method and whose nodes are meant.
func (p *Program) mustHave(i int, method, whose string) {
	if i < 0 || i >= len(p.nodes) {
		panic(fmt.Sprintf("engine: %s: %s has no node %d; the nodes of its tree are 0 to %d", method, whose, i, len(p.nodes)-1))
	}
}

// Node returns a description of node i. It panics if there is no such node.
func (p *Program) Node(i int) NodeInfo {
	p.mustHave(i, "Program.Node", p.name)
	n, in := &p.nodes[i], &p.info[i]
	return NodeInfo{
		Name: in.name, Path: in.path, Key: in.key, Kind: in.kind, Behavior: p.behaviors[i], Guard: in.guard, Note: in.note,
		Settings: &in.settings, Params: in.params, Parent: int(in.parent), Depth: int(in.depth), End: int(n.end),
		Disabled: n.ask&askDisabled != 0, NonExclusive: n.nonExclusive, Pos: in.pos,
	}
}

// Same reports whether p and q have the same nodes with identical behaviors and guards, so that replacing p by q
// makes no difference for agents.
func (p *Program) Same(q *Program) bool {
	if p.recodes(q) {
		return slices.Equal(p.behaviors, q.behaviors)
	}
	if len(p.nodes) != len(q.nodes) || p.name != q.name || p.doc != q.doc {
		return false
	}
	for i := range p.nodes {
		a, b := &p.info[i], &q.info[i]
		if p.nodes[i] != q.nodes[i] || a.path != b.path || a.kind != b.kind || p.behaviors[i] != q.behaviors[i] || a.custom != b.custom ||
			a.guard != b.guard || a.note != b.note || a.pos != b.pos || !a.params.alike(b.params) || !a.settings.equal(&b.settings) {
			return false
		}
	}
	return true
}

// Dump writes the program, one node in each line: index, end of the subtree, rule, checks, hooks, path. Equal
// programs have equal dumps.
func (p *Program) Dump() string {
	var b strings.Builder
	b.WriteString("tree " + p.name + ": " + strconv.Itoa(len(p.nodes)) + " nodes\n")
	for i := range p.nodes {
		p.dumpNode(&b, i)
	}
	return b.String()
}

func (p *Program) dumpNode(b *strings.Builder, i int) {
	n, in := &p.nodes[i], &p.info[i]
	pad(b, strconv.Itoa(i), 4)
	pad(b, "end "+strconv.Itoa(int(n.end)), 9)
	pad(b, p.ruleName(i), 18)
	b.WriteString(strings.Repeat("  ", int(in.depth)))
	if n.ask&askDisabled != 0 {
		b.WriteString("disabled ")
	}
	b.WriteString(in.name)
	if n.nonExclusive {
		b.WriteString(" +")
	}
	if in.id != "" {
		b.WriteString(" id=" + in.id)
	}
	for _, q := range in.params {
		b.WriteString(" " + q.Name + "=" + q.Text())
	}
	b.WriteString(in.settings.text())
	if in.stimulus != "" {
		b.WriteString(" stimulus=" + in.stimulus)
	}
	if n.ask&askMissing != 0 {
		b.WriteString(" MISSING")
	}
	if n.hooks != 0 {
		b.WriteString(" [" + n.hooks.names() + "]")
	}
	if in.guard != nil {
		b.WriteString(" when " + in.guard.Source())
	}
	if in.note != "" {
		b.WriteString(" note=" + strconv.Quote(in.note))
	}
	b.WriteByte('\n')
}

// ruleName returns the name of the rule of node i: the child rule of a behavior, or the kind.
func (p *Program) ruleName(i int) string {
	b := p.behaviors[i]
	switch {
	case p.info[i].kind != kind.Behavior:
		return p.info[i].kind.String()
	case b.Hooks[HookChoose]:
		return HookChoose.String()
	case b.Hooks[HookResult]:
		return HookResult.String()
	case p.nodes[i].op == opLeaf:
		return "leaf"
	}
	return b.Children.String()
}

// pad writes s padded with spaces to width.
func pad(b *strings.Builder, s string, width int) {
	b.WriteString(s)
	for n := len(s); n < width; n++ {
		b.WriteByte(' ')
	}
	b.WriteByte(' ')
}
