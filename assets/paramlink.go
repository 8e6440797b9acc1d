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
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// params combines the parameters of a node: the defaults of the behavior, then the values that the tree gives by
// position and by name.
func (l *nodeLinker) params(n *trees.Node, params []trees.Param, b *engine.Behavior) engine.Params {
	out := b.Params
	params = l.noExpressions(n.Name, params)
	for i, a := range n.Args {
		if i >= len(b.Args) {
			if !b.Missing {
				l.tooMany(n, b, a.Pos)
			}
			break
		}
		l.checkType(b, b.Args[i], a.Value, a.Pos)
		l.readField(a.Expr)
		out = withParam(out, nodeParam(b.Args[i], a.Value, a.Expr))
	}
	for _, p := range params {
		if i := slices.Index(b.Args, p.Name); i >= 0 && i < len(n.Args) {
			l.problem(p.Pos, message.ParameterGivenTwice(p.Name))
		}
		if !b.Missing && out.Get(p.Name).IsNil() && !slices.Contains(b.Args, p.Name) {
			l.undeclared(b, p)
		}
		if !p.Word {
			l.checkType(b, p.Name, p.Value, l.valuePos(p))
		}
		l.readField(p.Expr)
		out = withParam(out, nodeParam(p.Name, p.Value, p.Expr))
	}
	return out
}

// checkType warns about a number, a string or a boolean for a parameter whose default is of another of these
// types. The value false is exempt, since a default cannot be nil and scripts use false for "none". A text such
// as "{door}", the reference to a field in an imported tree, is exempt, too.
func (l *nodeLinker) checkType(b *engine.Behavior, name string, v value.Value, pos diag.Pos) {
	def := b.Params.Get(name)
	want, is := typeOf(def), typeOf(v)
	if want == value.KindNil || is == value.KindNil || want == is {
		return
	}
	d := l.warn(pos, message.ParameterOfOtherType(b.Name, typeWords(want), name, typeWords(is), trees.Literal(v)))
	switch n, err := strconv.ParseFloat(v.Str(), 64); {
	case want == value.KindString:
		d.Advise(message.WriteIt(trees.Literal(value.String(trees.Literal(v)))))
	case want == value.KindNumber && err == nil && !math.IsInf(n, 0) && !math.IsNaN(n):
		d.Advise(message.WriteIt(trees.Literal(value.Number(n))))
	case want == value.KindBool && (v.Str() == "true" || v.Str() == "false"):
		d.Advise(message.WriteIt(v.Str()))
	}
}

// typeOf returns the kind of a value that fits only parameters of that kind, or value.KindNil for any other value.
func typeOf(v value.Value) value.Kind {
	if v.Kind() == value.KindNumber || v.Kind() == value.KindString && !strings.HasPrefix(v.Str(), "{") || v.Kind() == value.KindBool && v.Truthy() {
		return v.Kind()
	}
	return value.KindNil
}

// typeWords returns the name of a result of typeOf.
func typeWords(k value.Kind) diag.Words {
	switch k {
	case value.KindNumber:
		return message.NumberValue()
	case value.KindString:
		return message.TextValue()
	}
	return message.TruthValue()
}

// nodeParam returns a parameter that the tree gives, with a value, or one that stands for the field g.
func nodeParam(name string, v value.Value, g *trees.Guard) engine.Param {
	if g != nil && g.Field {
		return engine.Param{Name: name, Field: engine.KeyOf(g.Source), Given: true}
	}
	return engine.Param{Name: name, Value: trees.Plain(v), Given: true}
}

// withParam returns a copy of params with p. An existing parameter of its name keeps its place.
func withParam(params engine.Params, p engine.Param) engine.Params {
	out := slices.Clone(params)
	for i := range out {
		if out[i].Name == p.Name {
			out[i] = p
			return out
		}
	}
	return append(out, p)
}

func (l *nodeLinker) tooMany(n *trees.Node, b *engine.Behavior, pos diag.Pos) {
	remedy := message.TakesParameters(b.Args, b.Name)
	if len(b.Args) == 0 {
		remedy = message.DeclareArgs()
	}
	if named := l.namedBy(n, b); len(named) > 0 {
		remedy = message.OthersByName(named)
	}
	l.problem(pos, message.SurplusValue(len(b.Args), len(n.Args), b.Name)).Advise(remedy)
}

// maxNamed is the number of parameters that a remedy names.
const maxNamed = 3

// namedBy returns the first surplus value of a node with the name of each parameter that it may be meant for.
func (l *nodeLinker) namedBy(n *trees.Node, b *engine.Behavior) (list []string) {
	a := n.Args[len(b.Args)]
	if a.Expr != nil && !a.Expr.Field {
		return nil // it cannot be given to a behavior at all
	}
	text := valueText(trees.Param{Value: a.Value, Ref: a.Ref, Expr: a.Expr})
	for _, p := range b.Params {
		given := slices.ContainsFunc(n.Params, func(q trees.Param) bool { return q.Name == p.Name })
		if !given && !slices.Contains(b.Args, p.Name) {
			list = append(list, p.Name+"="+text)
		}
	}
	if len(list) > maxNamed {
		return nil
	}
	return list
}

func (l *nodeLinker) undeclared(b *engine.Behavior, p trees.Param) {
	var known []string
	for _, q := range b.Params {
		known = append(known, q.Name)
	}
	known = append(known, b.Args...)
	slices.Sort(known)
	known = slices.Compact(known)
	d := l.warn(p.Pos, message.UndeclaredBehaviorParameter(b.Name, p.Name))
	if owners := parentsWith(p.Name); len(owners) > 0 {
		d.Advise(message.ParameterForChildren(owners))
		return
	}
	l.linker.openRecord().always = true // the text of the script decides on the remedy
	if len(known) > 0 && !l.readsParam(b, p.Name) {
		d.Advise(takes(b.Name, known))
	}
	d.Advise(aboveNode(p, b.Name))
	if long := abbreviated(p.Name, known); long != "" {
		d.Advise(message.DidYouMean(long))
	}
	d.Advise(message.Near(p.Name, known))
}

// readsParam reports whether the file of a behavior may read a parameter that it does not declare.
func (l *nodeLinker) readsParam(b *engine.Behavior, name string) bool {
	f := l.m.files.at(ScriptOf(b.Name))
	return f == nil || f.compiled == nil || wordIndex(f.compiled.Script().Text(), name) >= 0
}

// aboveNode returns the remedy for a parameter that has the name of a decorator, which is a node of its own, or empty
// words.
func aboveNode(p trees.Param, node string) (w diag.Words) {
	k := behaviors.KindNamed(p.Name)
	if k == nil || k.Group != behaviors.Decorators {
		return w
	}
	line := k.Name
	if v := trees.Plain(p.Value); k.Positional > 0 && v.Kind() == value.KindNumber {
		line += " " + trees.Literal(v)
	}
	return message.WriteAbove(k.Name, line, node)
}

// asID returns the remedy for a parameter that names the node, as in name=rest, or empty words.
func asID(p trees.Param) (w diag.Words) {
	if !isName(p) {
		return w
	}
	return message.IdInPlace(p.Value.Str())
}

// isName reports whether a parameter is probably meant as the id of its node.
func isName(p trees.Param) bool {
	return p.Name == "name" && trees.CheckName(p.Value.Str()) == nil && !strings.Contains(p.Value.Str(), ".")
}

// inData returns the remedy for a parameter that belongs into the data that a node of a kind hands on, or empty words.
func inData(p trees.Param, k *behaviors.Kind) (w diag.Words) {
	if k.Param("data") == nil || k.Suggest(p.Name).Code == didYouMean || p.Expr != nil {
		return w
	}
	return message.WriteInData(p.Name + "=" + trees.Literal(p.Value))
}

// abbreviated returns the only name that a shorter one abbreviates: both have the same first letter, and the letters of the
// short one are in the long one, in their order. Otherwise it returns "".
func abbreviated(short string, names []string) (long string) {
	if len(short) < 2 {
		return ""
	}
	for _, name := range names {
		rest := short
		for _, c := range []byte(name) {
			if rest != "" && rest[0] == c {
				rest = rest[1:]
			}
		}
		if rest != "" || name[0] != short[0] || len(name) == len(short) {
			continue
		}
		if long != "" {
			return ""
		}
		long = name
	}
	return long
}

// parentsWith lists the kinds whose children can have a parameter of that name.
func parentsWith(name string) (kinds []string) {
	for i := range behaviors.Kinds {
		if k := &behaviors.Kinds[i]; k.ChildParam(name) != nil {
			kinds = append(kinds, k.Name)
		}
	}
	return kinds
}
