package engine

import (
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// Definition is a checked tree in the form in which it is easy to make: nodes
// that hold their children. Compile turns it into a Program.
type Definition struct {
	Name string
	Doc  string
	Pos  diag.Pos
	Root *Node
}

// Node is a node of a Definition.
type Node struct {
	Kind Kind
	// Name names the node in paths and messages. Empty means the
	// name of its behavior.
	Name string
	// ID is the explicit id that a tree gives a node to be found again after an
	// edit; empty if there is none.
	ID       string
	Behavior *Behavior
	// Settings are those of the kind and of the parent's kind.
	Settings Settings
	// Params are the behavior's defaults overridden by the tree, complete.
	Params Params
	Guard  Condition
	// Note is a remark for people, which tools show.
	Note string
	// Custom is the kind of a KindCustom node.
	Custom *Custom
	// NonExclusive is the mark + of the tree; a behavior may be so by itself.
	NonExclusive bool
	// Disabled is set if the tree has switched the node off: with all that is below, it
	// is never ready.
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
	if n.Kind < NumKinds {
		return n.Kind.String()
	}
	return "?"
}

// Settings are the settings of nodes that are not behaviors. Each kind looks at
// its own; the zero value is every kind's default.
type Settings struct {
	// Count bounds repeat, retry, loop (0: no bound) and limit (0: once), and is
	// how many children of filter and monitor are conditions (0: one).
	Count int
	// Time is that of cooldown, interval, delay, timeout and wait, and the time to
	// live of what emit posts (0: DefaultTTL).
	Time time.Duration
	// Success and Failure are the numbers of a parallel; 0 is its default, All all
	// of its children.
	Success, Failure int
	// Unready says how a parallel counts children that are not ready.
	Unready Unready
	// DecideEach has a parallel look at its numbers after each child, instead of
	// once all of them have run.
	DecideEach bool
	// OnePerTick has at most one child begin in a tick: of sequence, fallback and
	// the two with memory, and of repeat and retry, which begin it anew.
	OnePerTick bool
	// Inertia is by how much a challenger must exceed the active child of a
	// utility chooser.
	Inertia float64
	// Chance is the probability of a chance, from 0 to 1.
	Chance float64
	// Weight is that of a child of random, random_sequence or random_fallback; nil means 1.
	Weight *float64
	// Case is the value for which a switch takes this child. A last
	// child without one is taken for all other values.
	Case *Value
	// Condition is that of condition and wait_until.
	Condition Condition
	// Value is the expression of a switch.
	Value Expression
	// Fields are the assignments of set.
	Fields []Assignment
	// Name is the text of log, the stimulus of emit, and the kind of a request.
	Name string
	// Data goes with what emit posts and with a request.
	Data Value
	// To is the field that holds the number of the agent to whom emit posts; zero
	// means the agent itself.
	To Key
	// Channel and Priority are those of a request.
	Channel  string
	Priority float64
}

// All, as a number of a parallel, means all of its children.
const All = -1

// Assignment gives a field a value.
type Assignment struct {
	Field Key
	Value Value
}
