package jsontree

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// The members for values that plain JSON cannot express. Such a value is an object with exactly one of these
// members. A table that looks like such an object is written as a literal.
const (
	literalMember = "literal" // a value in the notation of a tree file: {"literal": "56%"}
	refMember     = "ref"     // a parameter of the tree: {"ref": "speed"}
	wordMember    = "word"    // a word without quotes: {"word": "one"}
	exprMember    = "expr"    // an expression that computes the value: {"expr": "gold + 5"}
	fieldMember   = "field"   // a field of the agent: {"field": "cart"}
)

var spelledMembers = []string{literalMember, refMember, wordMember, exprMember, fieldMember}

func single(name, value string) *object {
	return &object{members: []member{{name, value}}}
}

// remark returns a description or a note. It does not keep the original notation.
func remark(text string) any {
	if utf8.ValidString(text) {
		return text
	}
	return single(literalMember, trees.Literal(value.String(text)))
}

func (w *writer) arg(a trees.Arg) any {
	switch {
	case a.Ref:
		return single(refMember, a.Value.Str())
	case a.Expr != nil:
		return computed(a.Expr)
	}
	return w.value(a.Value, a.Pos, 0)
}

// computed returns an expression, or a field that a parameter stands for.
func computed(g *trees.Guard) any {
	if g.Field {
		return single(fieldMember, g.Source)
	}
	return single(exprMember, g.Source)
}

func (w *writer) param(p trees.Param) any {
	return w.value(p.Value, p.Pos, utf8.RuneCountInString(p.Name))
}

// nodeParam returns the value of a node's parameter. If the kind accepts words there, a word is written as a plain
// text.
func (w *writer) nodeParam(n *trees.Node, p trees.Param) any {
	wanted := headMember(n) == "node" && wantsWord(n.Name, p.Name)
	switch v := w.param(p); {
	case p.Expr != nil:
		return computed(p.Expr)
	case p.Ref:
		return single(refMember, p.Value.Str())
	case p.Word && wanted:
		return p.Value.Str()
	case p.Word:
		return single(wordMember, p.Value.Str())
	case wanted && p.Value.Kind() == value.KindString:
		return single(literalMember, w.spelled(p.Value, p.Pos, utf8.RuneCountInString(p.Name)))
	default:
		return v
	}
}

// wantsWord reports whether the kind with the name node accepts only a few words for a parameter.
func wantsWord(node, key string) bool {
	k := behaviors.KindNamed(node)
	if k == nil {
		return false
	}
	p := k.Param(key)
	return p != nil && (p.Type == behaviors.WordParam || p.Type == behaviors.QuotaParam)
}

// value returns a value. Its text begins at pos, or after a name with skip characters at pos.
func (w *writer) value(v value.Value, pos diag.Pos, skip int) any {
	if t, ok := v.Ref().(*trees.Table); ok {
		return w.table(t)
	}
	spelled := w.spelled(v, pos, skip)
	switch v.Kind() {
	case value.KindNumber:
		if json.Valid([]byte(spelled)) {
			return number(spelled)
		}
		return single(literalMember, spelled)
	case value.KindString:
		if spelled == trees.Literal(v) && utf8.ValidString(v.Str()) {
			return v.Str()
		}
		return single(literalMember, spelled)
	case value.KindBool:
		return v.Truthy()
	}
	return nil
}

// table returns a table. The recursion of table and value is at most trees.MaxTableDepth deep.
func (w *writer) table(t *trees.Table) any {
	like := len(t.Fields) == 1 && slices.Contains(spelledMembers, t.Fields[0].Name)
	switch {
	case like, len(t.Items) > 0 && len(t.Fields) > 0:
		return single(literalMember, w.tableText(t))
	case len(t.Items) > 0:
		l := &list{}
		for _, item := range t.Items {
			l.add(w.arg(item))
		}
		return l
	}
	o := &object{}
	for _, f := range t.Fields {
		o.add(f.Name, w.param(f))
	}
	return o
}

// tableText returns a table in the notation of a tree file.
func (w *writer) tableText(t *trees.Table) string {
	var parts []string
	for _, item := range t.Items {
		parts = append(parts, w.spelled(item.Value, item.Pos, 0))
	}
	for _, f := range t.Fields {
		parts = append(parts, f.Name+"="+w.spelled(f.Value, f.Pos, utf8.RuneCountInString(f.Name)))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// spelled returns a value in its notation in the file.
func (w *writer) spelled(v value.Value, pos diag.Pos, skip int) string {
	if t, ok := v.Ref().(*trees.Table); ok {
		return w.tableText(t)
	}
	text := strings.TrimLeft(w.spelling(pos.Line, pos.Col+skip), " =")
	switch v.Kind() {
	case value.KindNumber:
		if end := strings.IndexAny(text, " ,}"); end >= 0 {
			return text[:end]
		}
		return text
	case value.KindString:
		return quotedPart(text)
	}
	return trees.Literal(v)
}

// quotedPart returns the quoted text with which text begins, or all of text if the closing quote is missing.
func quotedPart(text string) string {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return text[:i+1]
		}
	}
	return text
}
