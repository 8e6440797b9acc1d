package trees

import (
	"iter"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
)

// File is one parsed file. It is not changed after Parse has returned it, so
// any number of goroutines may read it.
type File struct {
	Path       string            // as given to Parse; the File of every position
	Trees      []*Tree           // in the order of the file
	Conditions []*NamedCondition // in the order of the file; lines with mistakes and second ones of a name are left out
	Comments   []Comment         // in the order of the file

	text   string  // without a byte order mark
	starts []int32 // offset in text of each line that was read
	built  bool    // text is in another language: see NewFile
}

// Comment is one comment. Comments in lines with mistakes may be missing.
type Comment struct {
	Pos      diag.Pos
	Text     string // from the "#" on, without white space at the end
	Trailing bool   // it stands behind a node or a tree line, not on a line of its own
}

// Tree is one tree of a file.
type Tree struct {
	Name    string // "" only if the line has a mistake
	NamePos diag.Pos
	Params  []TreeParam // what an inclusion may give, in the order of the line
	Doc     string      // the description, or ""
	Pos     diag.Pos    // of the word "tree"
	Meta    *Table      // from meta={...}, or nil: as in Node
	EndLine int         // last line that belongs to the tree
	Root    *Node       // nil only if the tree has a mistake
	File    *File       // where it was read; nil for trees built otherwise
}

// TreeParam is a parameter of a tree. Its nodes name it where a value stands, and
// its expressions like a field.
type TreeParam struct {
	Param         // its Value is the default
	Required bool // it has no default: each inclusion must give it
}

// Param returns the parameter of that name, or nil.
func (t *Tree) Param(name string) *TreeParam {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i]
		}
	}
	return nil
}

// NamedCondition is a line "condition NAME = EXPRESSION" beside the trees of a
// file. Expressions may use its name.
type NamedCondition struct {
	Name    string
	NamePos diag.Pos
	Expr    Guard
	Pos     diag.Pos // of the word "condition"
}

// Node is one node of a tree: a behavior, a node kind, or the inclusion of
// another tree. Which of the first two is not known here.
type Node struct {
	Name         string   // for an inclusion the name of the included tree; "" only if the line has a mistake
	NamePos      diag.Pos // equal to Pos unless a word stands before the name
	Pos          diag.Pos // of the first character of the line that is not a space
	EndLine      int      // last line of the node and its descendants
	Include      bool     // written "tree NAME"
	Broken       bool     // the line has a mistake, and parts of it may be missing; or children are, which are nested too deeply
	Slot         bool     // written "slot NAME", where Name is a parameter of the tree that says which behavior or tree it is
	Override     bool     // written "override NAME" below an inclusion, where Name is the ID of a node of the included tree that it changes, or puts its child in the place of
	Disabled     bool     // written behind the word disabled: switched off, with all below it
	NonExclusive bool     // marked "+"
	ID           string   // from id=NAME, or ""
	IDPos        diag.Pos // of "id"; zero without one
	Note         string   // from note="...", or "": a remark that tools show
	Meta         *Table   // from meta={...}, or nil: what other tools keep with the node; it means nothing here
	Args         []Arg    // positional parameters
	Params       []Param  // key=value parameters, in the order of the line
	Expr         *Guard   // what stands behind a kind that takes an expression; nil without one
	Guard        *Guard   // what stands behind "when"; nil without one
	Children     []*Node
}

// Arg is a positional parameter of a node or a positional item of a Table. Its
// Value is nil, a boolean, a number, a string, or engine.Other of a *Table.
type Arg struct {
	Value   engine.Value
	Pos     diag.Pos // of the value
	Percent bool     // written as a percentage: 56% has the Value 0.56; never in a Table
	Ref     bool     // the Value is the name of a parameter of the tree, which says what it is; never in a Table
}

// Param is a key=value parameter of a node or a field of a Table. Its Value is
// one of those of Arg.
type Param struct {
	Name    string
	Value   engine.Value
	Pos     diag.Pos // of the name
	Percent bool     // as in Arg
	// Word tells that the Value is a string written without quotes, as in
	// success=one, which only nodes of kinds may have, and not where they take a
	// text. Whether it is a word that the kind takes there is not known here.
	Word bool
	Ref  bool // as in Arg
}

// Guard is the condition of a node as it is written, or another expression: Lua
// that has not been looked at beyond finding its end.
type Guard struct {
	Source string   // without white space around it, never ""
	Pos    diag.Pos // of its first character
}

// names reports whether the Name is that of a behavior or a node kind.
func (n *Node) names() bool { return !n.Include && !n.Slot && !n.Override }

// All visits the node and its descendants in pre-order.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for m := range n.levels() {
			if !yield(m) {
				return
			}
		}
	}
}

// levels visits the node and its descendants in pre-order with their depth,
// which is 1 for n itself. It keeps its own stack, since a tree that was built
// rather than parsed may be of any depth.
func (n *Node) levels() iter.Seq2[*Node, int] {
	type place struct {
		node  *Node
		depth int
	}
	return func(yield func(*Node, int) bool) {
		for stack := []place{{n, 1}}; len(stack) > 0; {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(top.node, top.depth) {
				return
			}
			for i := len(top.node.Children) - 1; i >= 0; i-- {
				stack = append(stack, place{top.node.Children[i], top.depth + 1})
			}
		}
	}
}
