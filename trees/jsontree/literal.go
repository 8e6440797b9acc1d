package jsontree

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// value writes a value. The depth of the recursion is bounded by the depth of v.
func (r *reader) value(v *jsondoc.Value) {
	switch v.Kind {
	case jsondoc.Null:
		r.out.piece("nil", v.Pos)
	case jsondoc.Bool:
		r.out.piece(fmt.Sprint(v.Bool), v.Pos)
	case jsondoc.Number:
		r.out.piece(v.Text, v.Pos)
	case jsondoc.String:
		r.out.piece(literalText(v.Text), v.Pos)
	case jsondoc.Array:
		r.out.piece("{", v.Pos)
		for i, item := range v.Items {
			r.separate(i)
			r.value(item)
		}
		r.out.add("}")
	case jsondoc.Object:
		r.object(v)
	}
}

func (r *reader) separate(i int) {
	if i > 0 {
		r.out.add(", ")
	}
}

// object writes a table with keys, or a value that plain JSON cannot express.
func (r *reader) object(v *jsondoc.Value) {
	if len(v.Members) == 1 {
		for _, name := range spelledMembers {
			if v.Members[0].Name == name {
				r.special(name, v.Members[0].Value)
				return
			}
		}
	}
	r.out.piece("{", v.Pos)
	for i, m := range v.Members {
		r.separate(i)
		if r.isPlainName(m.Name, m.Pos, message.KeyTerm()) {
			r.out.piece(m.Name, m.Pos)
			r.out.add("=")
		}
		r.value(m.Value)
	}
	r.out.add("}")
}

// special writes a value that plain JSON cannot express.
func (r *reader) special(name string, v *jsondoc.Value) {
	switch {
	case v.Kind != jsondoc.String:
		r.report(v.Pos, message.SpecialValueNotText(v.Kind.Words(), name))
		r.out.add("nil")
	case name == refMember:
		if !r.isParam(v.Text, v.Pos) {
			r.out.add("nil")
			return
		}
		r.out.piece(v.Text, v.Pos)
	case name == wordMember:
		r.word(v)
	case name == fieldMember:
		if isWord(v.Text) {
			r.out.piece("$"+v.Text, v.Pos)
		} else {
			r.report(v.Pos, message.InvalidWord(orUnnamed(v.Text)))
			r.out.add("nil")
		}
	case name == exprMember:
		r.out.piece("(", v.Pos)
		r.expression(v, valueProbe)
		r.out.add(")")
	default:
		r.literal(v)
	}
}

// spelledAs returns the string in an object whose only member has the given name, or nil for another object.
func spelledAs(v *jsondoc.Value, name string) *jsondoc.Value {
	if len(v.Members) != 1 {
		return nil
	}
	return typed(v, name, jsondoc.String)
}

// word writes a word without quotes.
func (r *reader) word(v *jsondoc.Value) {
	switch {
	case !isWord(v.Text):
		r.report(v.Pos, message.InvalidWord(orUnnamed(v.Text)))
	case r.params[v.Text]:
		r.report(v.Pos, message.WordNamedLikeParameter(v.Text))
	default:
		r.out.piece(v.Text, v.Pos)
		return
	}
	r.out.add("nil")
}

// isWord reports whether a text is valid as a word without quotes.
func isWord(s string) bool { return trees.CheckName(s) == nil && ident.Is(s) && s != "repeat" }

// literal writes a value that is given in the notation of a tree file, if the notation is valid.
func (r *reader) literal(v *jsondoc.Value) {
	if len(r.problems) > maxProblems || !r.isVisible(v) { // parsing takes time, even for an error that is not shown
		r.out.add("nil")
		return
	}
	const head = "  root "
	f, list := trees.Parse(marker, []byte("tree a\n"+head+v.Text))
	if err := list.Err(); err != nil {
		r.translateBy(list[:1], func(_, col int) diag.Pos { return r.inside(v.Pos, max(col-1-len(head), 0)) })
		r.out.add("nil")
		return
	}
	if n := f.Trees[0].Root; len(n.Args) != 1 || len(n.Params) > 0 || !isBare(n) || n.Guard != nil || len(f.Comments) > 0 || len(n.Children) > 0 {
		r.report(v.Pos, message.NotOneValue(orUnnamed(v.Text)))
		r.out.add("nil")
		return
	}
	r.out.exact(v.Text, v.Pos)
}

// isBare reports whether a node has no marks, names and data of its own.
func isBare(n *trees.Node) bool {
	return !n.NonExclusive && !n.Disabled && n.ID == "" && n.Note == "" && n.Meta == nil
}

// probe is a small tree file that is parsed with an expression in it, to find where the expression ends.
type probe struct {
	head, tail string // the text before and after the expression
	what       func() diag.Words
}

var (
	guardProbe = &probe{"tree a\n  root when", "", message.ConditionTerm}
	kindProbe  = &probe{"tree a\n  condition", "", message.ExpressionTerm}
	namedProbe = &probe{"condition a =", "", message.ExpressionTerm}
	valueProbe = &probe{"tree a\n  wait (", ")", message.ExpressionTerm}
	setProbe   = &probe{"tree a\n  set a =", "", message.ExpressionTerm}
)

// expression writes an expression unchanged. It writes a space before the expression, unless the expression begins
// with "#".
func (r *reader) expression(v *jsondoc.Value, p *probe) {
	text := strings.Trim(v.Text, " ")
	if text == "" {
		r.report(v.Pos, message.EmptyExpression(p.what()))
	}
	if text == "" || !r.isVisible(v) || !r.isWhole(v, text, p) {
		r.out.add(" true")
		return
	}
	if text[0] != '#' {
		r.out.add(" ")
	}
	pos := v.Pos
	pos.Col += len(v.Text) - len(strings.TrimLeft(v.Text, " "))
	r.out.exact(text, pos)
}

// isWhole reports whether an expression ends at the end of its text. It ignores other errors, since they are found
// when the tree file is parsed.
func (r *reader) isWhole(v *jsondoc.Value, text string, p *probe) bool {
	space := " "
	if text[0] == '#' {
		space = ""
	}
	f, list := trees.Parse(marker, []byte(p.head+space+text+p.tail))
	if list.Err() != nil {
		return true
	}
	if source, alone := p.source(f, text); alone && source == text && len(f.Comments) == 0 {
		return true
	}
	r.report(v.Pos, message.ExpressionEndsEarly(p.what()))
	return false
}

// source returns the expression of a probe that was parsed with a text. alone reports whether the file contains nothing else.
func (p *probe) source(f *trees.File, text string) (source string, alone bool) {
	if p == namedProbe {
		return f.Conditions[0].Expr.Source, true
	}
	n := f.Trees[0].Root
	alone = isBare(n) && len(n.Args)+len(n.Params) == 0
	switch one := isBare(n) && len(n.Args)+len(n.Params) == 1 && n.Guard == nil; {
	case p == valueProbe && one && len(n.Args) == 1 && n.Args[0].Expr != nil:
		return n.Args[0].Expr.Source, true
	case p == setProbe && one && len(n.Params) == 1 && n.Params[0].Expr != nil:
		return n.Params[0].Expr.Source, true
	case p == setProbe && one && len(n.Params) == 1: // the expression is a literal
		return text, true
	case p == guardProbe && n.Guard != nil:
		return n.Guard.Source, alone
	case p == kindProbe && n.Expr != nil:
		return n.Expr.Source, alone && n.Guard == nil
	}
	return "", false
}

// literalText returns s as a quoted text.
func literalText(s string) string { return trees.Literal(value.String(s)) }

// isPlainName reports whether a name has the form of keys and ids, and adds a problem if not. It accepts reserved
// words, since these are reported when the tree file is parsed.
func (r *reader) isPlainName(name string, pos diag.Pos, of diag.Words) bool {
	if ident.Is(name) {
		return true
	}
	r.report(pos, message.InvalidPlainName(orUnnamed(name), of))
	return false
}

// isVisible reports whether a text can be part of a line without changes.
func (r *reader) isVisible(v *jsondoc.Value) bool {
	for _, c := range v.Text {
		if c < ' ' && c != '\t' || c == 0x7f {
			r.report(v.Pos, message.ControlCharacterInText(fmt.Sprintf("U+%04X", c)))
			return false
		}
	}
	return true
}
