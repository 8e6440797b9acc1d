package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// MaxDepth is how deep a tree may be nested, inclusions counted. It bounds the
// recursion of the tick.
const MaxDepth = 250

// MaxNodes is how many nodes a program may have.
const MaxNodes = 100_000

// Program is a compiled tree: its nodes in pre-order, flat, immutable, shared
// by all agents that run it and by all workers. A node is an index; the root
// is 0. A tick mostly reads nodes; info holds the rest.
type Program struct {
	name  string
	doc   string
	nodes []node
	info  []info
	words int
	slots []int32 // nodes that have a slot, by slot
	names *nameIndex
	// behaviors are those of the nodes, nil for a node without. Only they differ
	// between a program and one that was Recoded from it.
	behaviors []*Behavior
}

// op says what a tick does with the children of a node.
type op uint8

const (
	opLeaf      op = iota // a behavior without children
	opExclusive           // a behavior whose children are exclusive
	opRule                // any other node: what its rule says
)

// ask says which questions Decide has for a node before its rule is applied.
type ask uint8

const (
	askMissing ask = 1 << iota
	askGuard
	askStimulus
	askPrecondition
	askHealth        // has hooks, for which it may be quarantined
	askInterval      // answers of guard and precondition are reused for a time
	askPostcondition // has one, and a parent that chooses by it
	askDisabled      // is never ready
)

// node is the hot part of a node.
type node struct {
	op           op
	ask          ask
	nonExclusive bool
	starts       bool // entering it prepares state; see worker.start
	hooks        HookSet
	behavior     BehaviorID // 0 for a node without behavior
	stamps       int32      // where in worker.good those of the behavior begin
	end          int32      // index behind the last descendant; the next sibling, if there is one
	// The node that Decide asks next if this one is planned, and if it is not; see jumps.
	yes, no int32
}

// info is the cold part of a node.
type info struct {
	name     string
	path     string
	key      string // finds the node again after an edit; see NodeInfo.Key
	id       string
	depth    int32
	parent   int32 // -1 for the root
	slot     int32 // index of the state that outlives the exit of the node; -1 for none
	kind     Kind
	custom   *Custom
	rule     nodeRule // nil if op is not opRule
	settings Settings
	guard    Condition
	note     string
	stimulus string
	params   Params
	pos      diag.Pos
}

// Name returns the name of the tree.
func (p *Program) Name() string { return p.name }

// Len returns the number of nodes.
func (p *Program) Len() int { return len(p.nodes) }

// NodeInfo describes a node of a Program. It is to be read only.
type NodeInfo struct {
	Name string // its behavior's, or its kind's
	// Path joins the names from the root to the node by slashes. Equal
	// siblings are told apart by "#2", "#3"; an explicit id stands as "@id". The
	// path identifies the node within its tree.
	Path string
	// Key is the identity of the node over edits of its tree: its path, but
	// from the nearest node with an explicit id on, wherever that is. Keys of
	// an included tree begin with that of the inclusion.
	Key      string
	Kind     Kind
	Behavior *Behavior // nil if it has none
	Guard    Condition // nil if it has none
	Note     string    // the remark on it, or ""
	Settings *Settings
	Params   Params
	Parent   int  // -1 for the root
	Depth    int  // how many ancestors it has
	End      int  // index behind its last descendant
	Disabled bool // the tree has switched it off, and with it what is below
	Pos      diag.Pos
}

// Node returns a description of node i.
func (p *Program) Node(i int) NodeInfo {
	n, in := &p.nodes[i], &p.info[i]
	return NodeInfo{
		Name: in.name, Path: in.path, Key: in.key, Kind: in.kind, Behavior: p.behaviors[i], Guard: in.guard, Note: in.note,
		Settings: &in.settings, Params: in.params, Parent: int(in.parent), Depth: int(in.depth), End: int(n.end),
		Disabled: n.ask&askDisabled != 0, Pos: in.pos,
	}
}

// Same reports whether p and q have the same nodes with the identical behaviors and guards,
// so that agents would notice no difference.
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

// Dump writes the program one node a line: index, subtree end, rule, what is
// asked, hooks, path. Equal programs give equal dumps.
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
		b.WriteString(" " + q.Name + "=" + q.Value.String())
	}
	b.WriteString(in.settings.text())
	if in.stimulus != "" {
		b.WriteString(" stimulus=" + in.stimulus)
	}
	if n.ask&askMissing != 0 {
		b.WriteString(" MISSING")
	}
	if n.hooks != 0 {
		b.WriteString(" [" + n.hooks.String() + "]")
	}
	if in.guard != nil {
		b.WriteString(" when " + in.guard.Source())
	}
	if in.note != "" {
		b.WriteString(" note=" + strconv.Quote(in.note))
	}
	b.WriteByte('\n')
}

// ruleName names the rule of node i: how a behavior handles its children, or the
// kind.
func (p *Program) ruleName(i int) string {
	b := p.behaviors[i]
	switch {
	case p.info[i].kind != KindBehavior:
		return p.info[i].kind.String()
	case b.Hooks.Has(HookChoose):
		return HookChoose.String()
	case b.Hooks.Has(HookResult):
		return HookResult.String()
	case p.nodes[i].op == opLeaf:
		return "leaf"
	}
	return b.Children.String()
}

// pad writes s and fills up to width with spaces.
func pad(b *strings.Builder, s string, width int) {
	b.WriteString(s)
	for n := len(s); n < width; n++ {
		b.WriteByte(' ')
	}
	b.WriteByte(' ')
}
