package conform

import (
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// Case is one conformance case. It is read-only while it runs; any number of
// machines may run it at the same time.
type Case struct {
	Path   string   // of the file, "" for a generated case
	Name   string   // a short name
	About  string   // one sentence: what is shown
	Rule   string   // names of the rules that it shows: "D5 X1"
	Labels []string // such as "disputed: OwlCat gives F"

	History    int           // entries kept in the history, at least 1
	Quarantine int           // failing ticks of a hook before its behavior is quarantined, at least 1
	DT         time.Duration // time between two ticks unless a tick says otherwise
	Seed       uint64        // of the world
	ShowAsked  bool          // preconditions, guards and the like are part of the trace

	Agents    []string    // names of the agents, at least one; all start with Trees[0]
	Trees     []*Tree     // at least one
	Behaviors []*Behavior // every behavior of the trees, in order of first mention
	Parts     []*Part     // outcomes for one node or one agent only
	Facts     []*Fact
	Fields    []Field
	Board     []Field // entries of the board that all agents share; see Entry
	Steps     []*Step
}

// Agent is the index of an agent in Case.Agents.
type Agent int

// Tree is a named tree. Trees it includes are expanded: the node of kind
// "tree" has a copy of the other tree's root as its only child.
type Tree struct {
	Name  string
	Root  *Node
	Nodes []*Node // in pre-order; Nodes[i].Index is i
	Pos   diag.Pos
}

// KindBehavior is the Kind of a node that stands for a behavior.
const KindBehavior = "behavior"

// KindTree is the Kind of a node that includes another tree.
const KindTree = "tree"

// Node is a place in a tree.
type Node struct {
	Label    string    // unique in its tree: explicit id, else name, else name#2 and so on
	Index    int       // in Tree.Nodes
	Kind     string    // KindBehavior or a name of Kinds
	Behavior *Behavior // for KindBehavior, else nil
	Include  string    // for KindTree: the tree's name
	ID       string    // as written: id=
	Args     []string  // positional parameters: wait 2
	Params   []Param   // named ones: parallel success=2
	Mark     bool      // marked + in the tree
	Disabled bool      // written behind the word disabled
	Guard    *Cond     // when ..., or nil
	Cond     *Cond     // of the kinds that take a condition or a value, or nil
	Weight   float64   // weight=, 1 if it is not given
	Case     string    // case=: a whole number, true or false; "" if it is not given
	Sets     []Field   // of set
	Emits    Emission  // of emit
	Wants    Request   // of request
	Parent   *Node     // nil at the root
	Children []*Node
	Pos      diag.Pos
}

// NonExclusive reports whether the search for a ready sibling goes on behind n.
func (n *Node) NonExclusive() bool {
	return n.Mark || n.Behavior != nil && n.Behavior.NonExclusive
}

// Param returns the value of a named parameter, or "" if it is not given.
func (n *Node) Param(name string) string {
	for _, p := range n.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// Under reports whether n is a, or below it.
func (n *Node) Under(a *Node) bool {
	for ; n != nil; n = n.Parent {
		if n == a {
			return true
		}
	}
	return false
}

// Name returns what stands first in the node's line: its behavior or its kind.
func (n *Node) Name() string {
	if n.Behavior != nil {
		return n.Behavior.Name
	}
	return n.Kind
}

// Param is a named parameter of a node, as written.
type Param struct{ Name, Value string }

// Behavior is a scripted behavior.
type Behavior struct {
	Name            string
	Hooks           Hooks  // those it has
	Children        string // "exclusive", "sequential" or the name of a chooser
	NonExclusive    bool
	RestartOnReload bool
	Memory          bool          // its behavior hook counts its calls in memory, and the trace shows the count
	Stimulus        string        // name of the stimulus it needs, or ""
	Interval        time.Duration // for which an answer of guard and precondition is reused, or 0
	Part            Part          // what its hooks do
	Utilities       []int         // per tick, the last holds on; with HookUtility
	Achieved        []bool        // postcondition per tick, the last holds on; with HookPostcondition
	Needs           []*Cond
	Effects         []Effect
	Pos             diag.Pos // of its line under behaviors, or of its first node
}

// Part scripts the hooks of a behavior: one outcome per tick, or one per
// call of its behavior hook at a node. The last outcome holds on.
type Part struct {
	Name     string // of a behavior, or a node's label
	Agent    Agent  // for this agent only, or Everyone
	PerCall  bool
	Outcomes []Outcome // empty: ready and Running for ever
	Pos      diag.Pos
}

// Everyone is the Agent of a Part that is for all of them.
const Everyone Agent = -1

// Outcome scripts the hooks of a behavior for one tick or call.
type Outcome struct {
	Any    bool   // does not matter; ready and Running
	Ready  bool   // the precondition's answer
	Status Status // what the behavior hook returns
	Raise  Hooks  // these raise an error instead
}

// Effect is a change of an agent's field made by a hook.
type Effect struct {
	Hook  Hook
	Field string
	Add   bool // Value is added; else it is set
	Value int
}

// Fact is a boolean of the world outside, scripted per tick. The last value
// holds on.
type Fact struct {
	Name   string
	Values []FactValue
	Pos    diag.Pos
}

// FactValue is the value of a fact in one tick.
type FactValue uint8

// A fact is false or true, or asking for it raises an error.
const (
	FactFalse FactValue = iota
	FactTrue
	FactRaises
)

// Field is an integer of every agent with its first value, or the one that a
// set leaf gives it.
type Field struct {
	Name  string
	Value int
}

// Entry returns the key of a board entry, which is written board.KEY where a field may
// stand, and reports whether name is one.
func Entry(name string) (key string, ok bool) { return strings.CutPrefix(name, "board.") }

// Stimulus is a stimulus that is posted to an agent.
type Stimulus struct {
	Name string
	Data string        // a word, or ""
	TTL  time.Duration // time to live; with 0 it is there in one tick
}

// DefaultTTL is the time to live of a stimulus that an emit leaf posts without
// saying how long.
const DefaultTTL = time.Second

// Emission is the stimulus that an emit leaf posts.
type Emission struct {
	Stimulus Stimulus
	To       string // field with the number of an agent, the first being 1; "" is the agent itself
}

// Request is a request that an agent makes, or one that happens to it.
type Request struct {
	Kind     string
	Channel  string // the kind unless another is given
	Data     string // a word, or ""
	Priority int
	Passive  bool // it befalls the agent
}

// String returns the request as an expectation has it: legs move(north) 2.
func (r Request) String() string {
	text := r.Channel + " " + r.Kind
	if r.Data != "" {
		text += "(" + r.Data + ")"
	}
	text += " " + strconv.Itoa(r.Priority)
	if r.Passive {
		text += " passive"
	}
	return text
}
