package jsontree

import (
	"fmt"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// Marshal returns a file as JSON. Parse converts the JSON to the same file: trees.Format returns the same text for
// both files. The members have a fixed order.
//
// f must be valid for trees.Format. Marshal returns an error if Parse would not accept the result. The reason is a
// line that is longer than trees.MaxLineLength in the canonical form, or a text of more than 8 MB.
func Marshal(f *trees.File) ([]byte, error) {
	src := trees.Format(f)
	canonical, problems := trees.Parse(f.Path, src)
	if err := problems.Err(); err != nil {
		return nil, fmt.Errorf("the file has mistakes in its canonical form:\n%w", err)
	}
	w := writer{layout: newLayout(canonical, src)}
	out := text(w.document(canonical))
	if len(out) > jsondoc.MaxSize {
		return nil, fmt.Errorf("%s has %d bytes as JSON; the limit is %d: divide it into several files", f.Path, len(out), jsondoc.MaxSize)
	}
	return out, nil
}

// writer converts a file in its canonical form to JSON.
type writer struct {
	layout
}

// document converts the file. A condition becomes a member of the tree that it follows, so that the list of trees
// contains nothing but trees.
func (w *writer) document(f *trees.File) *object {
	doc := &object{open: true}
	if w.crlf {
		doc.add("crlf", true)
	}
	conditions := f.Conditions
	next := func(end int) *list { // the conditions before line end, or all that remain if end is 0
		l := &list{open: true}
		for len(conditions) > 0 && (end == 0 || conditions[0].Pos.Line < end) {
			l.add(w.condition(conditions[0]))
			conditions = conditions[1:]
		}
		return l
	}
	all := &list{open: true}
	for i, t := range f.Trees {
		if i == 0 {
			addList(doc, "conditions", next(t.Pos.Line))
		}
		o := w.tree(t)
		end := 0
		if i+1 < len(f.Trees) {
			end = f.Trees[i+1].Pos.Line
		}
		addList(o, "conditions", next(end))
		all.add(o)
	}
	addList(doc, "conditions", next(0))
	addList(doc, "trees", all)
	addList(doc, "after", w.rest())
	return doc
}

// addList adds a list, unless it is empty.
func addList(o *object, name string, l *list) {
	if len(l.items) > 0 {
		o.add(name, l)
	}
}

// addText adds a text, unless it is empty.
func addText(o *object, name, s string) {
	if s != "" {
		o.add(name, s)
	}
}

// addBefore adds the comments and empty lines before a line. If there are any, the object is printed on several
// lines, so that they are easy to see.
func (w *writer) addBefore(o *object, line, depth int, tree bool) {
	l := w.before(line, depth, tree)
	addList(o, "before", l)
	o.open = o.open || len(l.items) > 0
}

func (w *writer) condition(c *trees.NamedCondition) *object {
	o := &object{}
	w.addBefore(o, c.Pos.Line, 0, false)
	o.add("name", c.Name)
	o.add("expression", c.Expr.Source)
	addText(o, "comment", w.trailing[c.Pos.Line])
	return o
}

func (w *writer) tree(t *trees.Tree) *object {
	o := &object{open: true}
	w.addBefore(o, t.Pos.Line, 0, true)
	o.add("name", t.Name)
	params := &list{}
	for _, p := range t.Params {
		q := &object{}
		q.add("name", p.Name)
		if !p.Required {
			q.add("default", w.param(p.Param))
		}
		params.add(q)
	}
	addList(o, "params", params)
	if t.Doc != "" {
		o.add("doc", remark(t.Doc))
	}
	if t.Meta != nil {
		o.add("meta", w.table(t.Meta))
	}
	addText(o, "comment", w.trailing[t.Pos.Line])
	o.add("root", w.node(t.Root, 1))
	return o
}

// node converts a node with its descendants. The recursion is at most trees.MaxDepth deep.
func (w *writer) node(n *trees.Node, depth int) *object {
	o := &object{}
	w.addBefore(o, n.Pos.Line, depth, false)
	if n.Disabled {
		o.add("disabled", true)
	}
	o.add(headMember(n), n.Name)
	args := &list{}
	for _, a := range n.Args {
		args.add(w.arg(a))
	}
	addList(o, "args", args)
	params := &object{}
	for _, p := range n.Params {
		params.add(p.Name, w.nodeParam(n, p))
	}
	if len(params.members) > 0 {
		o.add("params", params)
	}
	addText(o, "id", n.ID)
	if n.NonExclusive {
		o.add("nonexclusive", true)
	}
	if n.Note != "" {
		o.add("note", remark(n.Note))
	}
	if n.Meta != nil {
		o.add("meta", w.table(n.Meta))
	}
	if n.Expr != nil {
		o.add("expression", n.Expr.Source)
	}
	if n.Guard != nil {
		o.add("when", n.Guard.Source)
	}
	addText(o, "comment", w.trailing[n.Pos.Line])
	w.children(o, n, depth)
	return o
}

func (w *writer) children(o *object, n *trees.Node, depth int) {
	children := &list{open: true}
	for _, c := range n.Children {
		children.add(w.node(c, depth+1))
	}
	addList(o, "children", children)
}

// headMember returns the name of the member that holds the name of a node. It depends on the type of the node.
func headMember(n *trees.Node) string {
	switch {
	case n.Include:
		return "tree"
	case n.Slot:
		return "slot"
	case n.Override:
		return "override"
	}
	return "node"
}
