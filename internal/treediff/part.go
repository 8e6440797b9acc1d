package treediff

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// Title returns the name of a node, after a word such as tree if it has one.
func Title(n *trees.Node) string {
	switch {
	case n.Include:
		return "tree " + n.Name
	case n.Slot:
		return "slot " + n.Name
	case n.Override:
		return "override " + n.Name
	}
	return n.Name
}

// Values returns the positional values of a node, as in a file.
func Values(n *trees.Node) string {
	var parts []string
	for _, a := range n.Args {
		parts = append(parts, value(a, false))
	}
	return strings.Join(parts, " ")
}

// Value returns the value of a parameter, as in a file.
func Value(p trees.Param) string {
	return value(trees.Arg{Value: p.Value, Percent: p.Percent, Ref: p.Ref, Expr: p.Expr}, p.Word)
}

func value(a trees.Arg, word bool) string {
	switch {
	case a.Expr != nil && a.Expr.Field:
		return "$" + a.Expr.Source
	case a.Expr != nil && trees.CheckName(a.Expr.Source) == nil && !strings.Contains(a.Expr.Source, "."):
		return a.Expr.Source
	case a.Expr != nil:
		return "(" + a.Expr.Source + ")"
	case a.Ref || word:
		return a.Value.Str()
	case a.Percent:
		return strconv.FormatFloat(a.Value.Float()*100, 'g', 15, 64) + "%"
	}
	return trees.Literal(a.Value)
}

// part is a named text of a node or a tree.
type part struct{ name, text string }

// parts returns the parts in which nodes can differ, except their children.
func parts(n *trees.Node) []part {
	list := []part{{"name", Title(n)}, {"values", Values(n)}, {"expression", source(n.Expr)}, {"condition", source(n.Guard)},
		{"id", n.ID}, {"note", quoted(n.Note)}, {"meta", table(n.Meta)}, {"mark", mark(n)}}
	for _, p := range n.Params {
		list = append(list, part{"parameter " + p.Name, Value(p)})
	}
	return list
}

// treeParts returns the parts in which trees can differ, except their nodes.
func treeParts(t *trees.Tree) []part {
	list := []part{{"name", t.Name}, {"description", quoted(t.Doc)}, {"meta", table(t.Meta)}}
	for _, p := range t.Params {
		text := tr.T("required")
		if !p.Required {
			text = tr.F("default %s", Value(p.Param))
		}
		list = append(list, part{"parameter " + p.Name, text})
	}
	return list
}

func source(g *trees.Guard) string {
	if g == nil {
		return ""
	}
	return g.Source
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return strconv.Quote(s)
}

func table(t *trees.Table) string {
	if t == nil {
		return ""
	}
	return t.String()
}

func mark(n *trees.Node) string {
	var marks []string
	if n.Disabled {
		marks = append(marks, "disabled")
	}
	if n.NonExclusive {
		marks = append(marks, "+")
	}
	return strings.Join(marks, " ")
}

// edits compares two lists of parts. It returns the parts of before that differ, in their order, followed by new
// parts.
func edits(before, after []part) []Edit {
	var list []Edit
	now := map[string]string{}
	for _, p := range after {
		now[p.name] = p.text
	}
	was := map[string]bool{}
	for _, p := range before {
		was[p.name] = true
		if now[p.name] != p.text {
			list = append(list, Edit{p.name, p.text, now[p.name]})
		}
	}
	for _, p := range after {
		if !was[p.name] {
			list = append(list, Edit{p.name, "", p.text})
		}
	}
	return list
}
