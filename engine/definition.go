package engine

import "github.com/bough-dev/bough/engine/diag"

// Kind is what a node is.
type Kind uint8

// The kinds of nodes.
const (
	// KindBehavior is a node that a behavior drives: ready when guard, stimulus
	// and precondition say so, ended by what its behavior returns.
	KindBehavior Kind = iota
	// KindTree stands for the root of another tree, its only child, and passes
	// that one's readiness and result on.
	KindTree
)

// String returns "behavior" or "tree".
func (k Kind) String() string { return [...]string{"behavior", "tree"}[k] }

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
	// Name is what the node is called in paths and messages. Empty means the
	// name of its behavior.
	Name string
	// ID is the explicit id that a tree gives a node to be found again after an
	// edit; empty if there is none.
	ID       string
	Behavior *Behavior
	// Params are the behavior's defaults overridden by the tree, complete.
	Params Params
	Guard  Condition
	// NonExclusive is the mark + of the tree; a behavior may be so by itself.
	NonExclusive bool
	Children     []*Node
	Pos          diag.Pos
}

func (n *Node) label() string {
	if n.Name == "" && n.Behavior != nil {
		return n.Behavior.Name
	}
	return n.Name
}
