package trees

import (
	"iter"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

// File is a parsed file. It does not change after Parse has returned it, so it may be read concurrently.
type File struct {
	Path       string            // the path passed to Parse, and the File of each position
	Trees      []*Tree           // in the order of the file
	Conditions []*NamedCondition // in the order of the file; conditions with mistakes or repeated names are left out
	Comments   []Comment         // in the order of the file

	text   string  // without a byte order mark
	starts []int32 // offset in text of each line that was read
	built  bool    // text is in another language; see NewFile
}

// Comment is a comment. The comments in lines with mistakes may be missing from File.Comments.
type Comment struct {
	Pos      diag.Pos
	Text     string // text beginning with the "#", without trailing white space
	Trailing bool   // the comment follows a node or a tree line on the same line
}

// Tree is a tree of a file.
type Tree struct {
	Name    string // "" only if the line has a mistake
	NamePos diag.Pos
	Params  []TreeParam // parameters that an inclusion may set, in the order of the line
	Doc     string      // the description, or ""
	Pos     diag.Pos    // position of the word "tree"
	Meta    *Table      // table of meta={...}, or nil; see Node
	EndLine int         // last line that belongs to the tree
	Root    *Node       // nil only if the tree has a mistake
	File    *File       // the parsed file; nil for a tree that was not parsed
}

// TreeParam is a parameter of a tree. Nodes of the tree can use its name as a value, and expressions can use it
// like a field.
type TreeParam struct {
	Param         // its Value is the default
	Required bool // there is no default, so each inclusion must set the parameter
}

// Param returns the parameter with that name, or nil.
func (t *Tree) Param(name string) *TreeParam {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i]
		}
	}
	return nil
}

// NamedCondition is a line of the form "condition NAME = EXPRESSION", outside of the trees of a file. Expressions
// can use its name.
type NamedCondition struct {
	Name    string
	NamePos diag.Pos
	Expr    Guard
	Pos     diag.Pos // position of the word "condition"
}

// Node is a node of a tree: a behavior, a node kind, or the inclusion of another tree. The parser does not
// distinguish between behaviors and kinds.
type Node struct {
	Name    string   // name of the included tree, for an inclusion; "" only if the line has a mistake
	NamePos diag.Pos // equal to Pos, unless a word precedes the name
	Pos     diag.Pos // position of the first character of the line, without white space
	EndLine int      // last line of the node and its descendants
	Include bool     // written "tree NAME"
	Broken  bool     // the line has a mistake, so that parts of the node may be missing; or its children are not all
	// known, because of their indentation or since they are nested too deep
	Slot bool // written "slot NAME", where Name is a parameter of the tree whose value is a behavior or
	// a tree
	Override bool // written "override NAME" below an inclusion, where Name is the ID of a node of the
	// included tree; the override changes that node or replaces it by its child
	Disabled     bool     // written after the word disabled: switched off, together with its descendants
	NonExclusive bool     // marked "+"
	ID           string   // from id=NAME, or ""
	IDPos        diag.Pos // position of "id"; zero if there is none
	Note         string   // from note="...", or ""; a remark for tools
	Meta         *Table   // from meta={...}, or nil; data of other tools, without a meaning here
	Args         []Arg    // positional parameters
	Params       []Param  // key=value parameters, in the order of the line
	Expr         *Guard   // the expression of a kind that takes one, or nil
	Guard        *Guard   // the condition after "when", or nil
	Children     []*Node
}

// Arg is a positional parameter of a node, or a positional item of a Table. Its Value is nil, a boolean, a number,
// a string, or value.Other of a *Table.
type Arg struct {
	Value   value.Value
	Pos     diag.Pos // position of the value
	Percent bool     // written as a percentage: 56% has the Value 0.56; never set in a Table
	Ref     bool     // the Value is the name of a parameter of the tree, which has the actual value; never set in a
	// Table
	Expr *Guard // the expression that computes the value, or nil; the Value is then nil; never set in a Table
}

// Param is a key=value parameter of a node, or a field of a Table. Its Value has the same types as in Arg.
type Param struct {
	Name    string
	Value   value.Value
	Pos     diag.Pos // position of the name
	Percent bool     // as in Arg
	// Word is set if the Value is a string that was written without quotes, as in success=one. Only nodes of kinds
	// may have such a parameter, and only if the parameter is not a text. The parser does not check that the kind
	// accepts the word.
	Word bool
	Ref  bool   // as in Arg
	Expr *Guard // as in Arg
}

// Guard is the condition of a node, or another expression. It is the source of a Lua expression; the parser has
// only determined its end.
type Guard struct {
	Source string   // without white space around it; never ""
	Pos    diag.Pos // position of its first character
	// Field is set if the Guard is the value of a parameter and written $NAME. Its Source is then the name of a field of the
	// agent, also if the tree has a parameter of this name: the parameter stands for the field. Otherwise an expression computes
	// the value.
	Field bool
}

// names reports whether Name is the name of a behavior or a node kind.
func (n *Node) names() bool { return !n.Include && !n.Slot && !n.Override }

// Computed returns the expressions that compute values of the node.
func (n *Node) Computed() (list []*Guard) {
	for _, a := range n.Args {
		if a.Expr != nil {
			list = append(list, a.Expr)
		}
	}
	for _, p := range n.Params {
		if p.Expr != nil {
			list = append(list, p.Expr)
		}
	}
	return list
}

// All iterates over the node and its descendants in pre-order.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for m := range n.levels() {
			if !yield(m) {
				return
			}
		}
	}
}

// levels iterates over the node and its descendants in pre-order, with their depth. The depth of n itself is 1.
// levels uses a stack of its own, since a tree that was built rather than parsed may have any depth.
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
