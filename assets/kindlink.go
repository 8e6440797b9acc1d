package assets

import (
	"errors"
	"slices"
	"strconv"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// kind links a node whose kind is in the catalog.
func (l *nodeLinker) kind(n *trees.Node, o *override, params []trees.Param, k *behaviors.Kind, out *engine.Node) {
	out.Kind, out.Name = k.Kind, k.Name
	l.settings(n, o, params, k, &out.Settings)
	switch k.Kind {
	case kind.Condition, kind.WaitUntil:
		out.Settings.Expression = l.expression(n.Expr, "")
	case kind.Switch:
		out.Settings.Expression = l.expression(n.Expr, condition.Value)
	}
	l.children(n, k, out)
	checkMarks(l, n, k.Name)
	checkParamReads(l, n, out)
	checkCounts(l, n, k, &out.Settings)
	checkSettings(l, n, k, out)
	checkDisabled(l, n, k, out)
	checkReach(l, n, out)
	if k.Kind == kind.Switch {
		checkCases(l, n, out)
	}
	if k.Group == behaviors.Choosers || k.Group == behaviors.Composites {
		checkChildless(l, n)
	}
}

// checkChildless warns about a chooser or a composite without children.
func checkChildless(l *nodeLinker, n *trees.Node) {
	if len(n.Children) == 0 && !n.Broken {
		l.warn(n.NamePos, message.ChildlessComposite(n.Name))
	}
}

// childless reports whether a node is a chooser or a composite, and its children are missing.
func childless(n *trees.Node) bool {
	k := behaviors.KindNamed(n.Name)
	return k != nil && (k.Group == behaviors.Choosers || k.Group == behaviors.Composites) && len(n.Children) == 0 && !n.Broken && !n.Include && !n.Slot
}

// settings reads the parameters of a node, which o may have changed, into the settings of its kind.
func (l *nodeLinker) settings(n *trees.Node, o *override, params []trees.Param, k *behaviors.Kind, s *engine.Settings) {
	given := map[string]bool{}
	for i, a := range n.Args {
		if i >= k.Positional {
			text := trees.Literal(trees.Plain(a.Value))
			remedy := message.DeleteValue(k.Suggest(""), text)
			switch {
			case k.Kind == kind.Wait && len(n.Args) == 2 && a.Value.Float() > n.Args[0].Value.Float():
				span := value.Number(a.Value.Float() - n.Args[0].Value.Float())
				remedy = message.DeleteValue(message.WaitRandomly(trees.Literal(n.Args[0].Value), trees.Literal(span)), text)
			case i == 1 && i < len(k.Params) && !a.Percent:
				remedy = message.ValueWithName(k.Params[0].Name, k.Params[1].Name+"="+text)
			case k.Fields:
				remedy = message.WriteField(k.ExampleLine())
			}
			l.problem(a.Pos, message.SurplusValue(k.Positional, len(n.Args), k.Name)).Advise(remedy)
			break
		}
		p := &k.Params[i]
		given[p.Name] = true
		if a.Expr != nil {
			l.compute(p, s, a.Expr, a.Pos, o)
		} else {
			l.set(p, s, trees.Param{Value: a.Value, Percent: a.Percent}, a.Pos)
		}
	}
	for _, q := range params {
		p := k.Param(q.Name)
		switch {
		case p == nil && k.Fields && luabind.Reserved(q.Name):
			l.problem(q.Pos, message.FieldOfEngine(q.Name))
		case p == nil && k.Fields && q.Expr != nil:
			s.Fields = append(s.Fields, engine.Assignment{Field: l.assignedField(q.Name), Expression: l.computed(q.Expr, o)})
		case p == nil && k.Fields:
			s.Fields = append(s.Fields, engine.Assignment{Field: l.assignedField(q.Name), Value: trees.Plain(q.Value)})
			l.noWord(q)
		case p == nil:
			d := l.problem(q.Pos, message.UnknownParameter(q.Name, k.Name))
			d.Advise(k.Suggest(q.Name))
			d.Advise(asID(q))
			d.Advise(inData(q, k))
			d.Advise(aboveNode(q, k.Name))
			if owners := parentsWith(q.Name); owners != nil {
				d.Advise(message.ParameterForChildren(owners))
			}
		case given[p.Name]:
			l.problem(q.Pos, message.ParameterGivenTwice(p.Name))
		default:
			given[p.Name] = true
			l.param(p, s, q, o)
		}
	}
	for i := range k.Params {
		p := &k.Params[i]
		isKnown := func(key string) bool { return k.Param(key) != nil }
		meansParam := func(q trees.Param) bool { return !isKnown(q.Name) && k.Suggest(q.Name).Args["near"] == p.Name }
		if p.Required && !given[p.Name] && !n.Broken && !misspelled(params, p.Name, isKnown) && !slices.ContainsFunc(params, meansParam) {
			l.problem(n.NamePos, message.MissingParameter(k.ExampleLine(), p.Name, k.Name))
		}
	}
	if k.Fields && len(params)+len(n.Args) == 0 && !n.Broken {
		l.problem(n.NamePos, message.SetWithoutField(k.ExampleLine(), k.Name))
	}
}

// param stores a parameter that is given by its name.
func (l *nodeLinker) param(p *behaviors.Param, s *engine.Settings, q trees.Param, o *override) {
	if q.Expr != nil {
		l.compute(p, s, q.Expr, l.valuePos(q), o)
	} else {
		l.set(p, s, q, l.valuePos(q))
	}
}

// compute stores a number that an expression gives.
func (l *nodeLinker) compute(p *behaviors.Param, s *engine.Settings, g *trees.Guard, pos diag.Pos, o *override) {
	if g.Field && p.Type == behaviors.FieldParam {
		l.set(p, s, trees.Param{Value: value.String(g.Source)}, pos)
		return
	}
	if !p.Computed() { // as an override may try
		l.problem(pos, p.NotComputed(g.Field))
		return
	}
	p.SetExpression(s, l.computed(g, o))
}

// computed compiles the expression of a parameter. The names in the expression of an override are those of its file.
func (l *nodeLinker) computed(g *trees.Guard, o *override) engine.Expression {
	if g.Field {
		return l.field(g)
	}
	if o != nil && slices.Contains(o.node.Computed(), g) {
		l = o.by
	}
	return l.expression(g, condition.Value)
}

// assignedField returns the field that an assignment to a name changes: the one for which a parameter of the tree of that name
// stands, or else the field of that name.
func (l *nodeLinker) assignedField(name string) engine.Key {
	if p, ok := l.args.get(name); ok && p.Expr != nil {
		name = p.Expr.Source
	}
	return engine.KeyOf(name)
}

// noExpressions reports the expressions among parameters that must be constant or stand for fields, and returns the others.
func (l *nodeLinker) noExpressions(name string, params []trees.Param) []trees.Param {
	return slices.DeleteFunc(slices.Clone(params), func(q trees.Param) bool {
		wrong := q.Expr != nil && !q.Expr.Field
		if wrong {
			l.problem(l.valuePos(q), message.ConstantParameters(name))
		}
		return wrong
	})
}

// set stores a parameter in the settings, and reports an invalid value. The name of q is "" if it is given by position.
func (l *nodeLinker) set(p *behaviors.Param, s *engine.Settings, q trees.Param, pos diag.Pos) {
	v, word := q.Value, q.Word
	if q.Percent && p.Type != behaviors.ChanceParam {
		l.problem(pos, message.UnexpectedPercentage(p.Name, strconv.FormatFloat(v.Float()*100, 'g', 6, 64)+"%"))
		return
	}
	isText := p.Type == behaviors.TextParam || p.Type == behaviors.FieldParam || p.Type == behaviors.ValueParam
	if word && isText {
		l.problem(pos, message.UnquotedText(v.Str()))
		return
	}
	var w diag.Words
	if errors.As(p.Set(s, trees.Plain(v)), &w) {
		name, written := p.Name, trees.Plain(v).String()
		if q.Name == "" && p.Type == behaviors.ChanceParam {
			name = message.ChanceTerm().Text
		}
		if word {
			written = v.Str()
		}
		want, _ := w.Args["want"].(diag.Words)
		d := l.problem(pos, message.WrongParameterValue(name, written, want))
		if word && p.Computed() {
			d.Advise(message.WriteIt(p.Name + "=(" + v.Str() + ")"))
		} else if p.Type == behaviors.ChanceParam && !q.Percent && v.Float() >= 2 && v.Float() <= 100 {
			d.Advise(message.WriteIt(trees.Literal(v) + "%"))
		}
	}
}

// noWord reports a value that is written as a word but must be in quotes.
func (l *nodeLinker) noWord(q trees.Param) {
	if q.Word {
		l.problem(l.valuePos(q), message.UnquotedText(q.Value.Str()))
	}
}

// childParams reads the parameters that a child carries for its parent's kind, and
// returns the others.
func (l *nodeLinker) childParams(n *trees.Node, o *override, parent *behaviors.Kind, s *engine.Settings) []trees.Param {
	if parent == nil || len(parent.ChildParams) == 0 {
		return n.Params
	}
	var rest []trees.Param
	for _, q := range n.Params {
		if p := parent.ChildParam(q.Name); p != nil {
			l.param(p, s, q, o)
		} else {
			rest = append(rest, q)
		}
	}
	return rest
}

// suggestChildParams changes the remedies for unknown parameters that look like misspelled parameters for the parent's
// kind. It looks at the problems from index first on.
func (l *nodeLinker) suggestChildParams(params []trees.Param, parent *behaviors.Kind, first int) {
	if parent == nil || len(params) == 0 {
		return
	}
	var names []string
	for _, p := range parent.ChildParams {
		names = append(names, p.Name)
	}
	for i := range (*l.problems)[first:] {
		d := &(*l.problems)[first+i]
		for _, q := range params {
			if d.Pos == q.Pos && parent.Kind == kind.Utility && slices.Contains(scoreNames, q.Name) {
				d.Advise(message.UtilityScores("utility=" + valueText(q)))
				break
			}
			if near := diag.Suggest(q.Name, names); near != "" && d.Pos == q.Pos && (d.Remedy == nil || d.Remedy.Code != didYouMean) {
				d.Advise(message.DidYouMeanChildParameter(near, parent.Name))
			}
		}
	}
}

// scoreNames are names for the utility of a child, here or in other engines.
var scoreNames = []string{"weight", "score", "priority", "value"}

// valueText returns the value of a parameter as a tree file has it.
func valueText(q trees.Param) string {
	switch {
	case q.Expr != nil && q.Expr.Field:
		return "$" + q.Expr.Source
	case q.Expr != nil:
		return "(" + q.Expr.Source + ")"
	case q.Ref:
		return q.Value.Str()
	}
	return trees.Literal(trees.Plain(q.Value))
}

// custom links a node whose kind is defined by the game.
func (l *nodeLinker) custom(n *trees.Node, params []trees.Param, k *engine.Custom, out *engine.Node) {
	out.Kind, out.Name, out.Custom = kind.Custom, k.Name, k
	params = l.noExpressions(k.Name, params)
	given := map[string]engine.Param{}
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	for i, a := range n.Args {
		if i >= k.Positional {
			l.problem(a.Pos, message.SurplusValue(k.Positional, len(n.Args), k.Name)).Advise(takes(k.Name, names))
			break
		}
		l.checkField(k, names[i], a.Expr, a.Pos)
		given[names[i]] = nodeParam(names[i], a.Value, a.Expr)
	}
	for _, q := range params {
		_, twice := given[q.Name]
		switch {
		case !slices.Contains(names, q.Name):
			d := l.problem(q.Pos, message.UnknownParameter(q.Name, k.Name))
			d.Advise(takes(k.Name, names))
			d.Advise(message.Near(q.Name, names))
		case twice:
			l.problem(q.Pos, message.ParameterGivenTwice(q.Name))
		default:
			l.noWord(q)
			l.checkField(k, q.Name, q.Expr, l.valuePos(q))
			given[q.Name] = nodeParam(q.Name, q.Value, q.Expr)
		}
	}
	for _, p := range k.Params {
		v, ok := given[p.Name]
		if !ok {
			v = engine.Param{Name: p.Name, Value: p.Default}
		}
		if v.Value.IsNil() && !ok && !n.Broken {
			l.problem(n.NamePos, message.MissingParameter(k.Name+" "+p.Name+"=VALUE", p.Name, k.Name))
		}
		out.Params = append(out.Params, v)
	}
	for _, c := range n.Children {
		out.Children = append(out.Children, l.node(c, nil))
	}
	checkMarks(l, n, k.Name)
}

// checkField reports a field g for which a parameter of a kind of the game may not stand.
func (l *nodeLinker) checkField(k *engine.Custom, name string, g *trees.Guard, pos diag.Pos) {
	takes := func(p engine.CustomParam) bool { return p.Name == name && p.Field }
	if g != nil && !slices.ContainsFunc(k.Params, takes) {
		l.problem(pos, message.ConstantParameter(name))
	}
	l.readField(g)
}

// checkMarks warns about marks that have no effect.
func checkMarks(l *nodeLinker, n *trees.Node, parent string) {
	for _, c := range n.Children {
		if c.NonExclusive {
			l.warn(c.Pos, message.MarkWithoutEffect(parent))
		}
	}
}

// didYouMean is the code of the remedy for a misspelled name.
const didYouMean = "did-you-mean"

// takes returns the remedy that lists the parameters of a node.
func takes(node string, names []string) diag.Words {
	if len(names) == 0 {
		return message.TakesNoParameters(node)
	}
	return message.TakesParameters(listNames(names), node)
}
