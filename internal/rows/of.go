package rows

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// FileOf returns the script of a behavior, or "" if it has none. b may be nil.
func FileOf(b *engine.Behavior) string {
	if b == nil || b.Native || strings.Contains(b.Name, " ") { // a name with a space stands for a mistake
		return ""
	}
	return strings.ReplaceAll(b.Name, ".", "/") + ".lua"
}

// Of returns the rows of a program, one for each node, in pre-order. The row of node i is at index i. Doc is set only for
// node kinds: the texts of behaviors are in assets.Bundle.Doc.
func Of(p *engine.Program) []Row {
	list := make([]Row, p.Len())
	for i := range list {
		n := p.Node(i)
		r := Row{
			Node: i, End: n.End, Depth: n.Depth, Key: n.Key, Path: n.Path, Glyph: glyph(&n, i), Name: name(&n),
			Note: n.Note, Disabled: n.Disabled,
		}
		if n.Guard != nil {
			r.When = n.Guard.Source()
		}
		if n.Pos.Line > 0 {
			r.Pos = n.Pos.File + ":" + strconv.Itoa(n.Pos.Line)
		}
		r.File = FileOf(n.Behavior)
		if k := behaviors.KindOf(n.Kind); k != nil {
			r.Doc = behaviors.Translated(k.Doc)
		}
		if n.Parent >= 0 {
			above := p.Node(n.Parent)
			r.Also = n.NonExclusive && exclusive(&above)
			if above.Kind == kind.Tree {
				r.Tree = strings.TrimPrefix(list[n.Parent].Name, "tree ")
			}
		}
		if n.Parent < 0 {
			r.Disabled = n.Disabled
		} else {
			r.Disabled = r.Disabled || list[n.Parent].Disabled
		}
		list[i] = r
	}
	return list
}

// exclusive reports whether a node runs one of its children, besides those with the mark +. Below other nodes the mark has no effect.
func exclusive(n *engine.NodeInfo) bool {
	b := n.Behavior
	return n.Kind == kind.Behavior && b != nil && b.Children == kind.Exclusive && !b.Hooks[engine.HookChoose]
}

// The values of Row.Glyph.
const (
	one       = "one"
	all       = "all"
	order     = "order"
	tree      = "tree"
	decorator = "decorator"
	leaf      = "leaf"
	condition = "condition"
)

func glyph(n *engine.NodeInfo, i int) string {
	switch n.Kind {
	case kind.Behavior:
		switch b := n.Behavior; {
		case n.End == i+1 || b == nil:
			return leaf
		case b.Hooks[engine.HookResult]:
			return decorator
		case b.Children == kind.Sequential && !b.Hooks[engine.HookChoose]:
			return order
		}
		return one
	case kind.Custom:
		if n.End == i+1 {
			return leaf
		}
		return one
	case kind.Tree:
		return tree
	case kind.Condition:
		return condition
	case kind.Parallel, kind.Monitor:
		return all
	case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory, kind.RandomSequence, kind.Filter:
		return order
	}
	switch _, most := n.Kind.Children(); most {
	case 0:
		return leaf
	case 1:
		return decorator
	}
	return one
}

// name returns the name of a node with its values, as a tree file has them.
func name(n *engine.NodeInfo) string {
	var b strings.Builder
	switch n.Kind {
	case kind.Tree:
		b.WriteString("tree ")
		b.WriteString(n.Name)
		given(&b, n.Params, nil, nil)
	case kind.Behavior:
		b.WriteString(n.Name)
		if n.Behavior != nil {
			given(&b, n.Params, n.Behavior.Args, n.Behavior.Params)
		}
	case kind.Custom:
		b.WriteString(n.Name)
		given(&b, n.Params, nil, nil)
	default:
		b.WriteString(n.Name)
		settings(&b, n.Kind, n.Settings)
	}
	childSettings(&b, n.Settings)
	return b.String()
}

// given appends the parameters that the tree gives, or that differ from the defaults since Go code gives them: first those
// that have a position, up to the last one of them, then the others.
func given(b *strings.Builder, params engine.Params, args []string, defaults engine.Params) {
	shown := func(p engine.Param) bool {
		return p.Given || p.Field != (engine.Key{}) || !p.Value.Identical(defaults.Get(p.Name))
	}
	at := func(name string) engine.Param {
		i := slices.IndexFunc(params, func(p engine.Param) bool { return p.Name == name })
		if i < 0 {
			return engine.Param{}
		}
		return params[i]
	}
	first := 0
	for i, a := range args {
		if shown(at(a)) {
			first = i + 1
		}
	}
	for _, a := range args[:first] {
		b.WriteString(" " + at(a).Text())
	}
	for _, p := range params {
		if shown(p) && !slices.Contains(args[:first], p.Name) {
			b.WriteString(" " + p.Name + "=" + p.Text())
		}
	}
}

// settings appends the parameters of a node of a kind.
func settings(b *strings.Builder, k kind.Kind, s *engine.Settings) {
	number := func(name string, f float64) {
		if f != 0 {
			b.WriteString(" " + name + "=" + quantity(f))
		}
	}
	if s.Name != "" { // the text of log, the stimulus of emit, the kind of a request
		b.WriteString(" " + strconv.Quote(s.Name))
	}
	if s.Number != nil {
		b.WriteString(" " + numberName(k) + expression(s.Number))
	}
	if s.Count != 0 {
		switch c := behaviors.KindOf(k); {
		case c == nil || len(c.Params) == 0:
		case c.Positional > 0:
			b.WriteString(" " + strconv.Itoa(s.Count))
		default: // conditions=1
			b.WriteString(" " + c.Params[0].Name + "=" + strconv.Itoa(s.Count))
		}
	}
	switch k {
	case kind.Emit:
		number("ttl", s.Time.Seconds())
	case kind.Limit:
		if s.Time != 0 {
			b.WriteString(" per=" + seconds(s.Time))
		}
	case kind.Chance:
		if s.Number != nil {
			break
		}
		b.WriteString(" " + strconv.FormatFloat(s.Chance*100, 'g', 12, 64) + "%")
	default:
		if s.Time != 0 {
			b.WriteString(" " + seconds(s.Time))
		}
	}
	number("success", float64(s.Success))
	number("failure", float64(s.Failure))
	if s.Unready != engine.UnreadyFails {
		b.WriteString(" unready=" + s.Unready.String())
	}
	if s.DecideEach {
		b.WriteString(" decide=each")
	}
	if s.OnePerTick {
		b.WriteString(" per_tick=one")
	}
	switch {
	case s.AfterAbort:
		b.WriteString(" after=exit")
	case s.AfterFailure:
		b.WriteString(" after=result")
	}
	number("inertia", s.Inertia)
	switch {
	case s.DataExpression != nil:
		b.WriteString(" data=" + expression(s.DataExpression))
	case !s.Data.IsNil():
		b.WriteString(" data=" + s.Data.String())
	}
	if s.To != (engine.Key{}) {
		b.WriteString(" to=" + strconv.Quote(s.To.Name()))
	}
	if s.Channel != "" {
		b.WriteString(" channel=" + strconv.Quote(s.Channel))
	}
	number("priority", s.Priority)
	computed := slices.ContainsFunc(s.Fields, func(f engine.Assignment) bool { return f.Expression != nil })
	for i, f := range s.Fields {
		switch {
		case i > 0 && computed:
			b.WriteString(", ")
		default:
			b.WriteString(" ")
		}
		switch {
		case f.Expression != nil:
			b.WriteString(f.Field.Name() + " = " + f.Expression.Source())
		case computed:
			b.WriteString(f.Field.Name() + " = " + f.Value.String())
		default:
			b.WriteString(f.Field.Name() + "=" + f.Value.String())
		}
	}
	if s.Expression != nil {
		b.WriteString(" " + s.Expression.Source())
	}
}

// numberName returns the parameter of a kind that an expression can give, with =, or "" if it has no name in tree files.
func numberName(k kind.Kind) string {
	switch c := behaviors.KindOf(k); {
	case c == nil || c.Positional > 0 && c.Params[0].Type.Range() == k.Number():
		return ""
	default:
		for i := range c.Params {
			if p := &c.Params[i]; p.Type.Range() == k.Number() {
				return p.Name + "="
			}
		}
	}
	return ""
}

// expression returns an expression as a value of a tree file.
func expression(e engine.Expression) string {
	if !strings.ContainsFunc(e.Source(), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return e.Source()
	}
	return "(" + e.Source() + ")"
}

// childSettings appends the parameters that the parent of a node reads.
func childSettings(b *strings.Builder, s *engine.Settings) {
	if s == nil {
		return
	}
	if s.UtilityExpression != nil {
		b.WriteString(" utility=" + expression(s.UtilityExpression))
	} else if s.Utility != nil {
		b.WriteString(" utility=" + value.FormatNumber(*s.Utility))
	}
	if s.WeightExpression != nil {
		b.WriteString(" weight=" + expression(s.WeightExpression))
	} else if s.Weight != nil {
		b.WriteString(" weight=" + value.FormatNumber(*s.Weight))
	}
	if s.Case != nil {
		b.WriteString(" case=" + s.Case.String())
	}
}

func quantity(f float64) string {
	if f == engine.All {
		return "all"
	}
	return value.FormatNumber(f)
}

func seconds(d time.Duration) string { return value.FormatNumber(d.Seconds()) }
