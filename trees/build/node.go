package build

import (
	"runtime"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// Node is a node of a tree being built. Its methods change the node and return it, so that calls can be chained. A
// node can be used in only one place of one tree. It must not be used concurrently.
type Node struct {
	node     trees.Node
	children []*Node
	bad      diag.List // errors for values that a tree cannot contain
	used     bool      // the node already belongs to a parent or a tree
}

// here returns the position at which an exported function of this package was called.
func here() diag.Pos {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return diag.Pos{File: "Go"}
	}
	return diag.Pos{File: file, Line: line}
}

func newNode(name string, pos diag.Pos, values ...any) *Node {
	n := &Node{node: trees.Node{Name: name, Pos: pos, NamePos: pos, EndLine: pos.Line}}
	for _, v := range values {
		n.node.Args = append(n.node.Args, n.value(pos, "", v))
	}
	return n
}

// Do returns a node for a behavior, or for a node kind of the game. The values are positional parameters; see With
// for their types.
func Do(name string, values ...any) *Node { return newNode(name, here(), values...) }

// Include returns the inclusion of another tree. With sets its parameters, and Of adds its overrides.
func Include(tree string) *Node {
	n := newNode(tree, here())
	n.node.Include = true
	return n
}

// Slot returns a slot. A parameter of the tree names the behavior that runs in its place.
func Slot(param string, values ...any) *Node {
	n := newNode(param, here(), values...)
	n.node.Slot = true
	return n
}

// Override returns an override of a node in an included tree. The id is that of the node. With, When and similar
// methods change the node; Of sets another node that replaces it.
func Override(id string, values ...any) *Node {
	n := newNode(id, here(), values...)
	n.node.Override = true
	return n
}

// Of adds the children, in order. It ignores a nil child, so that a condition in Go can omit one.
func (n *Node) Of(children ...*Node) *Node {
	pos := here()
	for _, c := range children {
		if c == nil {
			continue
		}
		if c.used {
			n.bad.Add(pos, message.NodeUsedTwice(c.node.Name))
			continue
		}
		c.used = true
		n.children = append(n.children, c)
	}
	return n
}

// With sets a parameter to a value. The value is nil, a bool, a number, a string, a time.Duration (which becomes
// seconds), a Ref, an Expr, a slice, or a map with string keys. The elements of a slice or a map are such values, but
// neither a Ref nor an Expr.
func (n *Node) With(name string, value any) *Node {
	pos := here()
	a := n.value(pos, name, value)
	n.node.Params = append(n.node.Params, trees.Param{Name: name, Value: a.Value, Pos: pos, Ref: a.Ref, Expr: a.Expr})
	return n
}

// When sets the condition of the node: a Lua expression, as in a tree file after the word when.
func (n *Node) When(expression string) *Node {
	n.node.Guard = &trees.Guard{Source: expression, Pos: here()}
	return n
}

// ID sets the id of the node.
func (n *Node) ID(id string) *Node {
	n.node.ID, n.node.IDPos = id, here()
	return n
}

// Note sets a remark for tools.
func (n *Node) Note(text string) *Node {
	n.node.Note = text
	return n
}

// Disabled disables the node and its descendants, so that the node is never ready.
func (n *Node) Disabled() *Node {
	n.node.Disabled = true
	return n
}

// NonExclusive marks the node with +, so that its later siblings are tried even if it is ready.
func (n *Node) NonExclusive() *Node {
	n.node.NonExclusive = true
	return n
}

// expr sets the expression of a node whose kind takes one.
func (n *Node) expr(source string, pos diag.Pos) *Node {
	n.node.Expr = &trees.Guard{Source: source, Pos: pos}
	return n
}
