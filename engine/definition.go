package engine

import (
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// Definition is a checked tree in a form that is easy to build, in which nodes contain their children. Compile
// turns it into a Program.
type Definition struct {
	Name string
	Doc  string
	Pos  diag.Pos
	Root *Node
	// Owner identifies the only game whose agents may run the program, since its code has state of that game, such as
	// that of Lua. It is compared with Options.Owner. If one of them is nil, any world may run the program.
	Owner any
}

// Node is a node of a Definition.
type Node struct {
	Kind kind.Kind
	// Name is the name of the node in paths and messages. If it is "", the name of the behavior is used.
	Name string
	// ID is the explicit id by which the node is recognized after an edit of its tree, or "" if it has none.
	ID       string
	Behavior *Behavior
	// Settings are the parameters of the node. Some are used by its own kind, others, such as Weight, by the kind of
	// its parent.
	Settings Settings
	// Params are all parameters of the behavior: the defaults, as overridden by the tree. For a kind.Tree node they are the
	// arguments that the inclusion gives, for tools.
	Params Params
	Guard  Expression
	// Note is a remark for people, which tools show.
	Note string
	// Custom is the kind of a kind.Custom node.
	Custom *Custom
	// NonExclusive is set if the node has the mark + in the tree. A behavior can also be non-exclusive by itself.
	NonExclusive bool
	// Disabled is set if the tree disables the node. It is then never ready, nor is any node below it.
	Disabled bool
	Children []*Node
	Pos      diag.Pos
}

func (n *Node) label() string {
	switch {
	case n.Name != "":
		return n.Name
	case n.Behavior != nil:
		return n.Behavior.Name
	case n.Custom != nil:
		return n.Custom.Name
	}
	if n.Kind < kind.Count {
		return n.Kind.String()
	}
	return "?"
}

// Settings are the parameters of nodes that are not behaviors. Each kind uses only its own. The zero value has the
// defaults of all kinds.
type Settings struct {
	// Count is the maximum number of rounds of repeat, retry and loop (0: no bound), and the number of ends of its
	// child after which limit is not ready (0: one). For filter and monitor, Count is the number of children that are
	// conditions (0: one).
	Count int
	// Time is the time of cooldown, interval, delay, timeout and wait, the time after which limit counts anew (0: never), and
	// the time to live of a stimulus that emit posts (0: DefaultTTL).
	Time time.Duration
	// Success and Failure are the numbers of children of a parallel that must succeed or fail; 0 selects the default,
	// and All means all children.
	Success, Failure int
	// Unready says how a parallel counts children that are not ready.
	Unready Unready
	// DecideEach is set if a parallel compares the counts with Success and Failure after each child, and not only
	// after all children.
	DecideEach bool
	// OnePerTick is set if at most one child may begin in a tick. It is for sequence, fallback and their variants
	// with memory. For repeat and retry, OnePerTick is set if at most one round may begin in a tick.
	OnePerTick bool
	// AfterFailure and AfterAbort are set if a cooldown begins not only after a Success, but also after a Failure and when it
	// was aborted.
	AfterFailure, AfterAbort bool
	// Number gives the number of the kind, in the range that kind.Kind.Number returns: Time in seconds, Count, Inertia,
	// Chance or Priority, which is then not used. It is read in Decide when the node is asked, and an active node keeps what
	// was read before it was entered. There are two exceptions: interval reads it when it decides what is below it, and
	// utility whenever it is asked. If it raises an error, or its value is out of range, the node is not ready. If Number is
	// nil, the number is constant.
	Number Expression
	// Inertia is the amount by which the utility of another child must exceed that of the active child before a
	// utility chooser switches.
	Inertia float64
	// Chance is the probability of a chance node, from 0 to 1.
	Chance float64
	// Weight is the weight of a child of random, random_sequence or random_fallback; nil means 1.
	Weight *float64
	// WeightExpression gives Weight, which is then not used. It is read in each draw. A child for which it raises an error is
	// not drawn. If WeightExpression is nil, the weight is constant.
	WeightExpression Expression
	// Utility is the utility of a child of a utility chooser, instead of that of its hook, and UtilityExpression gives it
	// whenever the child is asked. A child for which UtilityExpression raises an error is not ready. If both are nil, the hook
	// gives the utility.
	Utility           *float64
	UtilityExpression Expression
	// Case is the value for which a switch takes this child. If the last child has no case, it is taken for all other
	// values.
	Case *value.Value
	// Expression is the condition of condition and wait_until, or the expression of a switch.
	Expression Expression
	// Fields are the assignments of a set node.
	Fields []Assignment
	// Name is the text of log, the stimulus of emit, or the kind of a request.
	Name string
	// Data is the data of the stimulus of emit, or of a request.
	Data value.Value
	// DataExpression gives Data, which is then not used: for emit when it posts, and for request in each tick in which it makes
	// its request. If it raises an error, the node fails. If DataExpression is nil, the data are constant.
	DataExpression Expression
	// To is the field that holds the number of the agent to which emit posts; the zero Key means the agent itself.
	To Key
	// Channel and Priority are the channel and the priority of a request.
	Channel  string
	Priority float64
}

// All, as the Success or Failure of a parallel, means all of its children.
const All = -1

// Assignment sets a field to a value.
type Assignment struct {
	Field Key
	Value value.Value
	// Expression gives Value, which is then not used. It is read when the assignments before it have been made. If it raises an
	// error, the node fails, and the assignments after it are not made. If Expression is nil, the value is constant.
	Expression Expression
}
