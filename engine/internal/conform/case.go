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
	Name   string   // short name
	About  string   // one sentence on what the case shows
	Rule   string   // names of the rules that the case shows: "D5 X1"
	Labels []string // labels such as "disputed: OwlCat gives F"

	History    int           // number of ticks in the history, at least 1
	Quarantine int           // failing ticks of a hook before its behavior is quarantined, at least 1
	DT         time.Duration // time between two ticks unless a tick says otherwise
	Seed       uint64        // seed of the world
	ShowAsked  bool          // whether the trace has calls of preconditions, guards and so on
	NoReports  bool          // whether reports are left out of the views; no file says so

	Agents    []string    // names of the agents, at least one; all start with Trees[0]
	Trees     []*Tree     // at least one
	Behaviors []*Behavior // every behavior of the trees, in order of first mention
	Parts     []*Part     // outcomes for only one node or one agent
	Facts     []*Fact
	Fields    []Field
	Board     []Field // entries of the board that all agents share, with their first values; see Entry
	Steps     []*Step
}

// Agent is the index of an agent in Case.Agents.
type Agent int

// Tree is a named tree. Included trees are expanded: a node of kind "tree" has a copy of the root of the other tree
// as its only child.
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

// Node is a node of a tree.
type Node struct {
	Label    string    // unique in its tree: explicit id, else name, else name#2 and so on
	Index    int       // in Tree.Nodes
	Kind     string    // KindBehavior or a name of Kinds
	Behavior *Behavior // for KindBehavior, else nil
	Include  string    // for KindTree: the tree's name
	ID       string    // the id as written
	Args     []string  // positional parameters, as in wait 2
	Params   []Param   // named parameters, as in parallel success=2; the others are in Args
	Mark     bool      // the node has the mark +
	Disabled bool      // the line begins with the word disabled
	Guard    *Cond     // the guard after when, or nil
	Cond     *Cond     // condition or value of the kinds that take one, else nil
	Weight   float64   // the weight; 1 if none is given
	// WeightNumber computes the weight, UtilityNumber the utility, Number the number of the kind, and DataNumber the data of emit
	// and request; nil if it is constant.
	WeightNumber, UtilityNumber, Number, DataNumber *Number
	Utility                                         *float64     // the utility that the tree gives, or nil
	Case                                            string       // the case: a whole number, true or false; "" if none is given
	Sets                                            []Assignment // for a set leaf
	Emits                                           Emission     // for an emit leaf
	Wants                                           Request      // for a request leaf
	Parent                                          *Node        // nil at the root
	Children                                        []*Node
	Pos                                             diag.Pos
}

// NonExclusive reports whether the search for a ready sibling continues after n.
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

// Under reports whether n is a or a descendant of a.
func (n *Node) Under(a *Node) bool {
	for ; n != nil; n = n.Parent {
		if n == a {
			return true
		}
	}
	return false
}

// Name returns the name at the beginning of the node's line: its behavior or its kind.
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
	Hooks           Hooks  // hooks that the behavior has
	Children        string // "exclusive", "sequential" or the name of a chooser
	NonExclusive    bool
	RestartOnReload bool
	Memory          bool          // whether its behavior hook counts its calls in memory, and the trace shows the count
	Stimulus        string        // name of the stimulus that it waits for, or ""
	Interval        time.Duration // time for which an answer of guard and precondition is reused
	Part            Part          // outcomes of its hooks
	Utilities       []int         // utility in each tick, if it has HookUtility; the last one is for all further ticks
	// result of the postcondition in each tick, the last one for all further ticks; with HookPostcondition
	Achieved []bool
	Needs    []*Cond
	Effects  []Effect
	Pos      diag.Pos // position of its line under behaviors, or of its first node
}

// Part scripts the hooks of a behavior: one outcome for each tick, or for each call of its behavior hook at a node.
// The last outcome is used for all further ticks or calls.
type Part struct {
	Name     string // name of a behavior, or label of a node
	Agent    Agent  // the agent, or Everyone
	PerCall  bool
	Outcomes []Outcome // if empty: ready, and Running forever
	Pos      diag.Pos
}

// Everyone is the Agent of a Part for all agents.
const Everyone Agent = -1

// Outcome scripts the hooks of a behavior for one tick or call.
type Outcome struct {
	Any    bool   // whether the outcome does not matter: it is then ready and Running
	Ready  bool   // result of the precondition
	Status Status // result of the behavior hook
	Raise  Hooks  // hooks that raise an error instead
}

// Effect is a change of an agent's field made by a hook.
type Effect struct {
	Hook  Hook
	Field string
	Add   bool // whether Value is added to the field instead of assigned
	Claim bool // whether the entry of the board is claimed with Value; the claim ends if Value is 0
	Value int
}

// Fact is a boolean of the outside world, scripted for each tick. The last value is used for all further ticks.
type Fact struct {
	Name   string
	Values []FactValue
	Pos    diag.Pos
}

// FactValue is the value of a fact in one tick.
type FactValue uint8

// The values of a fact. The evaluation of a fact with the value FactRaises raises an error.
const (
	FactFalse FactValue = iota
	FactTrue
	FactRaises
)

// Field is an integer field of every agent, with its first value.
type Field struct {
	Name  string
	Value int
}

// Entry returns the key of a board entry, and reports whether name is a board entry. A board entry is written
// board.KEY wherever a field may be written.
func Entry(name string) (key string, ok bool) { return strings.CutPrefix(name, "board.") }

// Stimulus is a stimulus posted to an agent.
type Stimulus struct {
	Name string
	Data string        // a word, or ""
	TTL  time.Duration // time to live; 0 means one tick
}

// DefaultTTL is the time to live of a stimulus that an emit leaf posts without a ttl.
const DefaultTTL = time.Second

// Emission is the stimulus that an emit leaf posts.
type Emission struct {
	Stimulus Stimulus
	To       string // field with the number of an agent, from 1; "" is the agent itself
}

// Request is a request that an agent makes, or that is imposed on it.
type Request struct {
	Kind     string
	Channel  string // the kind, unless another channel is given
	Data     string // a word, or ""
	Priority int
	Passive  bool // whether the request is imposed
}

// String returns the request as it is written in expectations: legs move(north) 2.
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
