package index

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/trees"
)

// forest visits a tree file.
type forest struct {
	*File
	lines  []int // where each line begins
	isKind func(string) bool
	tree   *trees.Tree // whose nodes are visited
}

// tree finds the names in a tree file.
func (f *File) tree(isKind func(string) bool) {
	parsed, _ := trees.Parse(f.Path, []byte(f.Text))
	w := &forest{File: f, lines: lineStarts(f.Text), isKind: isKind}
	for _, c := range parsed.Conditions {
		w.add(Condition, "", c.Name, Definition, w.offset(c.NamePos))
		w.expression(&c.Expr)
	}
	for _, t := range parsed.Trees {
		w.tree = t
		w.add(Tree, "", t.Name, Definition, w.offset(t.NamePos))
		for i := range t.Params {
			p := &t.Params[i]
			w.add(TreeParam, t.Name, p.Name, Definition, w.offset(p.Pos))
			if p.Expr != nil {
				w.expression(p.Expr)
			}
		}
		if t.Root == nil {
			continue
		}
		for n := range t.Root.All() {
			w.node(n)
		}
	}
}

// lineStarts returns the offsets at which the lines of a text begin.
func lineStarts(text string) []int {
	list := []int{0}
	if strings.HasPrefix(text, "\ufeff") {
		list[0] = len("\ufeff")
	}
	for i := range len(text) {
		if text[i] == '\n' {
			list = append(list, i+1)
		}
	}
	return list
}

// offset returns the offset of a position, or -1.
func (w *forest) offset(p diag.Pos) int {
	if p.Line < 1 || p.Line > len(w.lines) || p.Col < 1 {
		return -1
	}
	at := w.lines[p.Line-1]
	line, _, _ := strings.Cut(w.Text[at:], "\n")
	return at + diag.Offset(line, p.Col)
}

func (w *forest) node(n *trees.Node) {
	at := w.offset(n.NamePos)
	owner, argKind := n.Name, Param
	switch {
	case n.Slot:
		w.add(TreeParam, w.tree.Name, n.Name, Use, at)
	case n.Override:
		w.add(Node, "", n.Name, Use, at)
	case n.Include:
		w.add(Tree, "", n.Name, Use, at)
		argKind = TreeParam
	case behaviors.KindNamed(n.Name) != nil || w.isKind != nil && w.isKind(n.Name):
		w.add(NodeKind, "", n.Name, Use, at)
		argKind = NodeKind
	default:
		w.add(Behavior, "", n.Name, Use, at)
	}
	if n.ID != "" {
		if i := strings.Index(w.rest(n.IDPos), n.ID); i >= 0 {
			w.add(Node, "", n.ID, Definition, w.offset(n.IDPos)+i)
		}
	}
	kind := behaviors.KindNamed(n.Name)
	if argKind != NodeKind {
		kind = nil
	}
	for i := range n.Args {
		a := &n.Args[i]
		w.value(a, w.paramOf(kind, i, ""))
	}
	for i := range n.Params {
		p := &n.Params[i]
		at := w.offset(p.Pos)
		switch {
		case argKind != NodeKind:
			w.add(argKind, owner, p.Name, Use, at)
		case kind != nil && kind.Fields && kind.Param(p.Name) == nil:
			w.add(Field, "", p.Name, Write, at)
		}
		a := trees.Arg{Value: p.Value, Pos: p.Pos, Ref: p.Ref, Expr: p.Expr}
		if eq := strings.IndexByte(w.rest(p.Pos), '='); eq >= 0 {
			w.valueAt(&a, at+eq+1, w.paramOf(kind, -1, p.Name))
		}
	}
	if n.Expr != nil {
		w.expression(n.Expr)
	}
	if n.Guard != nil {
		w.expression(n.Guard)
	}
}

// rest returns the text of a line from a position on.
func (w *forest) rest(p diag.Pos) string {
	at := w.offset(p)
	if at < 0 {
		return ""
	}
	line, _, _ := strings.Cut(w.Text[at:], "\n")
	return line
}

// paramOf returns the kind of the names that a parameter of a node kind takes as text, or None.
func (w *forest) paramOf(kind *behaviors.Kind, i int, name string) Kind {
	if kind == nil {
		return None
	}
	if name == "" && i < len(kind.Params) {
		name = kind.Params[i].Name
	}
	switch {
	case kind.Name == "emit" && name == kind.Params[0].Name:
		return Stimulus
	case kind.Name == "request" && name == kind.Params[0].Name:
		return Request
	case name == "channel":
		return Channel
	}
	if p := kind.Param(name); p != nil && p.Type == behaviors.FieldParam {
		return Field
	}
	return None
}

func (w *forest) value(a *trees.Arg, text Kind) { w.valueAt(a, w.offset(a.Pos), text) }

// valueAt visits a value that begins at an offset. text is the kind of a name in quotes.
func (w *forest) valueAt(a *trees.Arg, at int, text Kind) {
	switch {
	case a.Expr != nil:
		w.expression(a.Expr)
	case a.Ref:
		name := a.Value.Str()
		for at < len(w.Text) && (w.Text[at] == ' ' || w.Text[at] == '(') {
			at++
		}
		if strings.HasPrefix(w.Text[max(at, 0):], name) {
			w.add(TreeParam, w.tree.Name, name, Use, at)
		}
	case text != None:
		name := a.Value.Str()
		for at >= 0 && at < len(w.Text) && (w.Text[at] == ' ' || w.Text[at] == '"' || w.Text[at] == '\'') {
			at++
		}
		if name != "" && at >= 0 && strings.HasPrefix(w.Text[at:], name) {
			role := Write
			if text == Channel {
				role = Use
			}
			w.add(text, "", name, role, at)
		}
	}
}

// expression visits an expression.
func (w *forest) expression(g *trees.Guard) {
	at := w.offset(g.Pos)
	if at < 0 || !strings.HasPrefix(w.Text[at:], g.Source) {
		return
	}
	if g.Field {
		w.bare(g.Source, at)
		return
	}
	w.lua(syntax.ParseExpr(w.Path, g.Source, syntax.Position{Line: 1, Col: 1}), at)
}

// lua visits a parsed expression, which begins at an offset.
func (w *forest) lua(file *syntax.File, at int) {
	called := map[*syntax.NameExpr]bool{}
	syntax.Walk(&file.Body, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.CallExpr:
			if name, ok := x.X.(*syntax.NameExpr); ok {
				called[name] = true
				w.add(Function, "", name.Text, Use, at+int(name.Start))
				if len(x.Args) > 0 {
					w.question(name.Text, x.Args[0], at)
				}
			}
		case *syntax.IndexExpr:
			if base, ok := x.X.(*syntax.NameExpr); ok && x.Dotted() && isLibrary(base.Text) {
				called[base] = true
				if key, ok := x.Key.(*syntax.StringExpr); ok {
					w.add(Function, "", base.Text, Use, at+int(base.Start))
					w.addLong(Function, "", base.Text+"."+key.Value, Use, at+int(key.Start), at+int(key.Stop))
				}
			}
		case *syntax.NameExpr:
			if !called[x] {
				w.bare(x.Text, at+int(x.Start))
			}
		}
		return true
	})
}

func (w *forest) question(name string, arg syntax.Expr, at int) {
	s, ok := arg.(*syntax.StringExpr)
	if !ok || int(s.Stop-s.Start) != len(s.Value)+2 {
		return
	}
	switch {
	case condition.AsksForName(name) && name != "in_force":
		w.add(Node, "", s.Value, Use, at+int(s.Start)+1)
	case name == "in_force":
		w.add(Channel, "", s.Value, Use, at+int(s.Start)+1)
	}
}

// bare adds a name of an expression that is a parameter of the tree, a named condition or a field.
func (w *forest) bare(name string, at int) {
	if w.tree != nil && w.tree.Param(name) != nil {
		w.add(TreeParam, w.tree.Name, name, Use, at)
		return
	}
	n := len(w.Occurrences)
	if w.add(Field, "", name, Use, at); len(w.Occurrences) > n {
		w.Occurrences[n].bare = true
	}
}

// libraries are the tables of Lua that all expressions have. Those of the host are told from fields by isLibrary, too.
var libraries = []string{"math", "string", "table", "geom", "bt", "params"}

func isLibrary(name string) bool { return slices.Contains(libraries, name) }
