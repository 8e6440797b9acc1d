package edit

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// Op is an operation on the node in a line. In a file that is parsed without mistakes, each node has a line of its own.
type Op struct {
	Do   Do     `json:"do"`
	Line int    `json:"line,omitempty"` // the line of the node, from 1; Insert has none
	At   int    `json:"at,omitempty"`   // Insert and Move: the line of the node beside or below which the node will be
	Side Side   `json:"side,omitempty"` // Insert and Move: on which side of At
	Name string `json:"name,omitempty"` // SetParam: the name of the parameter
	Arg  int    `json:"arg,omitempty"`  // SetArg: the index of the positional parameter, from 0
	On   bool   `json:"on,omitempty"`   // SetDisabled and SetMark: whether the node has the word or the mark afterwards
	Text string `json:"text,omitempty"` // what is written, as it stands in a file
}

// Do is the name of an operation.
type Do string

// The operations. The comments directly above a node, at its indentation, belong to it.
const (
	Insert        Do = "insert"     // inserts the lines of Text: nodes with what is below them, and comments
	Move          Do = "move"       // moves a node with everything below it
	Remove        Do = "remove"     // removes a node with everything below it
	Wrap          Do = "wrap"       // puts a node below a new one, whose line is Text
	Rename        Do = "rename"     // sets the name of the node, the tree or the named condition in this line only
	SetParam      Do = "param"      // sets a parameter, also id, note and meta, a field of set, and a parameter of a tree; "" removes it
	SetArg        Do = "arg"        // sets a positional parameter; "" removes the last one
	SetExpression Do = "expression" // sets the expression of a kind that takes one, or of a named condition
	SetCondition  Do = "condition"  // sets the condition behind when; "" removes it
	SetComment    Do = "comment"    // sets the comment in a line, with or without #; "" removes it
	SetDisabled   Do = "disabled"   // writes the word disabled before the node, or removes it
	SetMark       Do = "mark"       // writes the mark +, or removes it
)

// Side is the side of a node.
type Side string

// The sides.
const (
	Before Side = "before" // as the sibling before it
	After  Side = "after"  // as the sibling after it
	Below  Side = "below"  // as its last child
)

// Make returns the edit that an operation makes in a file. The path is used in errors. Make returns an error, with its place, if
// the file has mistakes, if there is nothing in the line that the operation could change, or if the file would have mistakes
// afterwards.
func Make(path string, src []byte, op Op) (*Edit, error) {
	f, err := read(path, src)
	if err != nil {
		return nil, err
	}
	if err := f.make(op); err != nil {
		return nil, err
	}
	e := &Edit{Path: path, Hunks: f.hunks, Line: f.line}
	after, err := e.Apply(src)
	if err != nil {
		return nil, err
	}
	g, list := trees.Parse(path, after)
	if err := list.Err(); err != nil {
		return nil, err
	}
	if f.parts != nil && !f.parts.in(g.Line(op.Line), g.Parts(op.Line)) {
		return nil, f.fail(op.Line, "%q is not one value", f.parts.text)
	}
	return e, nil
}

// file is a file while an operation is made.
type file struct {
	path  string
	lines []string // with their ends
	file  *trees.File
	nodes map[int]*trees.Node // by their line
	above map[int]*trees.Node // the parent of the node in a line
	roots map[int]*trees.Tree // by the line of the root
	hunks []Hunk
	line  int    // Edit.Line
	parts *parts // what the line has afterwards; nil if the operation is about whole nodes
}

func read(path string, src []byte) (*file, error) {
	f := &file{path: path, nodes: map[int]*trees.Node{}, above: map[int]*trees.Node{}, roots: map[int]*trees.Tree{}}
	_, f.lines = split(src)
	var list diag.List
	if f.file, list = trees.Parse(path, src); list.Err() != nil {
		return nil, list.Err()
	}
	for _, t := range f.file.Trees {
		f.roots[t.Root.Pos.Line] = t
		for n := range t.Root.All() {
			f.nodes[n.Pos.Line] = n
			for _, child := range n.Children {
				f.above[child.Pos.Line] = n
			}
		}
	}
	return f, nil
}

func (f *file) make(op Op) error {
	switch op.Do {
	case Insert:
		return f.insert(op)
	case Move:
		return f.move(op)
	case Remove:
		return f.remove(op)
	case Wrap:
		return f.wrap(op)
	case Rename, SetParam, SetArg, SetExpression, SetCondition, SetComment, SetDisabled, SetMark:
		return f.within(op)
	}
	return fmt.Errorf("there is no operation %q", op.Do)
}

// node returns the node in a line.
func (f *file) node(line int) (*trees.Node, error) {
	if n := f.nodes[line]; n != nil {
		return n, nil
	}
	return nil, f.fail(line, "there is no node in this line; read the file again")
}

// fail returns an error about a line.
func (f *file) fail(line int, format string, args ...any) error {
	width, _ := indent(f.file.Line(line))
	return fmt.Errorf("%s: %s", diag.Pos{File: f.path, Line: max(line, 1), Col: width + 1}, fmt.Sprintf(format, args...))
}

// end returns the line end of the file.
func (f *file) end() string {
	if len(f.lines) > 0 && strings.HasSuffix(f.lines[0], "\r\n") {
		return "\r\n"
	}
	return "\n"
}
