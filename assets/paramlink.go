package assets

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// params combines the parameters of a node: the defaults of the behavior, then the values that the tree gives by
// position and by name.
func (l *nodeLinker) params(n *trees.Node, params []trees.Param, b *engine.Behavior) engine.Params {
	out := b.Params
	for i, a := range n.Args {
		if i >= len(b.Args) {
			if !b.Missing {
				l.tooMany(n, b, a.Pos)
			}
			break
		}
		l.checkType(b, b.Args[i], a.Value, a.Pos)
		out = withParam(out, b.Args[i], plain(a.Value))
	}
	for _, p := range params {
		if i := slices.Index(b.Args, p.Name); i >= 0 && i < len(n.Args) {
			l.problem(p.Pos, "%s is given twice, without its name and with it", p.Name)
		}
		if !b.Missing && out.Get(p.Name).IsNil() && !slices.Contains(b.Args, p.Name) {
			l.undeclared(b, p)
		}
		if !p.Word {
			l.checkType(b, p.Name, p.Value, p.Pos)
		}
		out = withParam(out, p.Name, plain(p.Value))
	}
	return out
}

// checkType warns about a number, a string or a boolean for a parameter whose default is of another of these
// types. The value false is exempt, since a default cannot be nil and scripts use false for "none". A text such
// as "{door}", the reference to a field in an imported tree, is exempt, too.
func (l *nodeLinker) checkType(b *engine.Behavior, name string, v value.Value, pos diag.Pos) {
	def := b.Params.Get(name)
	want, is := typeOf(def), typeOf(v)
	if want == "" || is == "" || want == is {
		return
	}
	d := l.problem(pos, "%s gets %s=%s, %s, but its default is %s", b.Name, name, trees.Literal(v), is, want)
	d.Severity = diag.Warning
	d.Hint = "give " + want + ", or the behavior another default"
	switch n, err := strconv.ParseFloat(v.Str(), 64); {
	case want == aText:
		d.Hint = "write " + trees.Literal(value.String(trees.Literal(v)))
	case want == aNumber && err == nil && !math.IsInf(n, 0) && !math.IsNaN(n):
		d.Hint = "write " + trees.Literal(value.Number(n))
	case want == aTruthValue && (v.Str() == "true" || v.Str() == "false"):
		d.Hint = "write " + v.Str()
	}
}

// Names of types in messages.
const (
	aNumber     = "a number"
	aText       = "a text"
	aTruthValue = "a truth value"
)

// typeOf returns the name of the type of a value for messages, or "" for a value that fits any type.
func typeOf(v value.Value) string {
	switch {
	case v.Kind() == value.KindNumber:
		return aNumber
	case v.Kind() == value.KindString && !strings.HasPrefix(v.Str(), "{"):
		return aText
	case v.Kind() == value.KindBool && v.Truthy():
		return aTruthValue
	}
	return ""
}

// withParam returns a copy of params in which name has the value v. An existing parameter keeps its place.
func withParam(params engine.Params, name string, v value.Value) engine.Params {
	out := slices.Clone(params)
	for i := range out {
		if out[i].Name == name {
			out[i].Value = v
			return out
		}
	}
	return append(out, engine.Param{Name: name, Value: v})
}

func (l *nodeLinker) tooMany(n *trees.Node, b *engine.Behavior, pos diag.Pos) {
	d := l.problem(pos, "%s takes %s without a name, got %d", b.Name, countOf(len(b.Args), "value"), len(n.Args))
	switch len(b.Args) {
	case 0:
		d.Hint = "write name=value, or add args = { \"name\" } to the behavior"
	case 1:
		d.Hint = "it is " + b.Args[0]
	default:
		d.Hint = "they are " + strings.Join(b.Args, ", ")
	}
}

func (l *nodeLinker) undeclared(b *engine.Behavior, p trees.Param) {
	var known []string
	for _, q := range b.Params {
		known = append(known, q.Name)
	}
	known = append(known, b.Args...)
	d := l.problem(p.Pos, "%s declares no parameter %s", b.Name, p.Name)
	d.Severity = diag.Warning
	if owners := parentsWith(p.Name); owners != "" {
		d.Hint = p.Name + " is for children of " + owners
		return
	}
	if d.Hint = diag.DidYouMean(p.Name, known); d.Hint == "" {
		d.Hint = "declare its default in the behavior: params = { " + p.Name + " = ... }"
	}
}

// plain converts a literal of a tree to a value.Value.
func plain(v value.Value) value.Value {
	t, ok := v.Ref().(*trees.Table)
	if !ok {
		return v
	}
	out := &value.Table{}
	for i, a := range t.Items {
		out.Entries = append(out.Entries, value.Entry{Key: value.Number(float64(i + 1)), Value: plain(a.Value)})
	}
	for _, p := range t.Fields {
		out.Entries = append(out.Entries, value.Entry{Key: value.String(p.Name), Value: plain(p.Value)})
	}
	return value.Other(out)
}

// parentsWith lists the kinds whose children can have a parameter of that name.
func parentsWith(name string) string {
	var kinds []string
	for i := range behaviors.Kinds {
		if k := &behaviors.Kinds[i]; k.ChildParam(name) != nil {
			kinds = append(kinds, k.Name)
		}
	}
	return strings.Join(kinds, ", ")
}
