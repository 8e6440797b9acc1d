package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// checkSettings warns about settings that are valid and have no effect.
func checkSettings(l *nodeLinker, n *trees.Node, k *behaviors.Kind, out *engine.Node) {
	switch {
	case n.Broken:
	case k.Kind == kind.Timeout && out.Settings.Time == 0 && out.Settings.Number == nil && len(n.Args)+len(n.Params) > 0:
		l.warn(l.valuePosOf(n, k, "seconds"), message.TimeoutWithoutTime())
	case k.Kind == kind.Random && len(out.Children) > 0 && weightless(out):
		l.warn(n.NamePos, message.WeightlessRandom())
	case k.Kind == kind.Parallel && out.Settings.Unready == engine.UnreadySkipped && (out.Settings.Success != 0 || out.Settings.Failure != 0 || out.Settings.DecideEach):
		l.warn(paramPos(n, k, "success", "failure", "decide"), message.QuotaWithoutEffect())
	case (k.Kind == kind.Repeat || k.Kind == kind.Retry) && out.Settings.OnePerTick && out.Settings.Count == 0 && out.Settings.Number == nil:
		l.warn(paramPos(n, k, "per_tick"), message.PerTickWithoutEffect(k.Name))
	}
}

// checkDisabled warns if a parent can never succeed because a child is disabled. This surprises people who
// disable a step to try a tree without it.
func checkDisabled(l *nodeLinker, n *trees.Node, k *behaviors.Kind, out *engine.Node) {
	s := &out.Settings
	switch k.Kind {
	case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory, kind.RandomSequence, kind.Filter:
	case kind.Parallel:
		if s.Unready == engine.UnreadySkipped || s.Unready == engine.UnreadyFails && s.Success != 0 && s.Success != engine.All {
			return
		}
	default:
		return
	}
	for i, c := range out.Children {
		if !c.Disabled || out.Disabled {
			continue
		}
		if o := l.override(n.Children[i]); o != nil && o.node.Disabled {
			l.warn(o.node.Pos, message.DisabledStep(k.Name)).Advise(message.OverrideDisabledStep(o.node.Name))
		} else {
			l.warn(c.Pos, message.DisabledStep(k.Name))
		}
	}
}

// paramPos returns the place of the first of some parameters that a node gives, or the place of its name.
func paramPos(n *trees.Node, k *behaviors.Kind, names ...string) diag.Pos {
	for i, a := range n.Args {
		if i < k.Positional && slices.Contains(names, k.Params[i].Name) {
			return a.Pos
		}
	}
	for _, p := range n.Params {
		if slices.Contains(names, p.Name) {
			return p.Pos
		}
	}
	return n.NamePos
}

// valuePosOf returns the place of the value of a parameter that a node gives, or the place of its name.
func (l *nodeLinker) valuePosOf(n *trees.Node, k *behaviors.Kind, name string) diag.Pos {
	if i := slices.IndexFunc(n.Params, func(p trees.Param) bool { return p.Name == name }); i >= 0 {
		return l.valuePos(n.Params[i])
	}
	return paramPos(n, k, name)
}

func weightless(n *engine.Node) bool {
	for _, c := range n.Children {
		if w := c.Settings.Weight; w == nil || *w > 0 || c.Settings.WeightExpression != nil {
			return false
		}
	}
	return true
}

// checkParamReads warns about parameters that the expressions of a node read but the node does not have.
func checkParamReads(l *nodeLinker, n *trees.Node, out *engine.Node) {
	if out.Behavior != nil && out.Behavior.Missing {
		return
	}
	l.paramReads(n.Guard, out.Guard, out)
	l.paramReads(n.Expr, out.Settings.Expression, out)
	for _, g := range n.Computed() {
		if !g.Field && strings.Contains(g.Source, nameParams) {
			l.paramReads(g, l.linker.exprs.placed[guardKey{g, l.args.key()}].expr, out)
		}
	}
}

// nameParams is the name under which expressions read the parameters of their node.
const nameParams = "params."

// paramReads is checkParamReads for an expression and its compiled form, which may be nil.
func (l *nodeLinker) paramReads(g *trees.Guard, e engine.Expression, out *engine.Node) {
	c := luabind.Analysis(e)
	if c == nil || len(c.ParamReads()) == 0 {
		return
	}
	var have []string
	for _, p := range out.Params {
		have = append(have, p.Name)
	}
	if out.Behavior != nil {
		have = append(have, out.Behavior.Args...)
	}
	for _, name := range c.ParamReads() {
		if slices.Contains(have, name) {
			continue
		}
		pos := g.Pos
		if at := wordIndex(g.Source, nameParams+name); at >= 0 { // it may be in a named condition
			pos.Col += diag.Column(g.Source, at) - 1
		}
		d := l.warn(pos, message.UnreadParameter(name, diag.Suggest(name, have), out.Name))
		if l.tree.Param(name) != nil && pos.File == l.tree.File.Path {
			d.Advise(message.WriteTreeParameter(name, l.tree.Name))
		} else if out.Behavior == nil && len(have) == 0 && trees.CheckName(name) == nil {
			d.Advise(message.WriteFieldName(name))
		}
	}
}

// checkCases warns about children of a switch that are never chosen.
func checkCases(l *nodeLinker, n *trees.Node, out *engine.Node) {
	for i, c := range out.Children {
		last := i == len(out.Children)-1
		if n.Children[i].Broken {
			continue
		}
		if c.Settings.Case == nil {
			wrong := func(d diag.Diagnostic) bool { // its parameter may have been meant as the case
				return slices.ContainsFunc(n.Children[i].Params, func(q trees.Param) bool { return q.Pos == d.Pos })
			}
			if !last && !slices.ContainsFunc(*l.problems, wrong) {
				l.warn(n.Children[i].Pos, message.MissingCase(n.Children[i].Name))
			}
			continue
		}
		same := func(o *engine.Node) bool { return o.Settings.Case != nil && o.Settings.Case.Equal(*c.Settings.Case) }
		if first := slices.IndexFunc(out.Children, same); first < i {
			l.warn(n.Children[i].Pos, message.DuplicateCase(n.Children[first].Name, n.Children[i].Name))
		}
	}
}

// checkReach warns about the first child that never runs, because of an earlier one.
func checkReach(l *nodeLinker, n *trees.Node, out *engine.Node) {
	if n.Broken {
		return
	}
	for i := range len(out.Children) - 1 {
		first, c := n.Children[i], out.Children[i]
		why := stopsAt(out, c)
		if why == goesOn || first.Slot || first.Broken || l.override(first) != nil { // a slot or an override may be meant to hide the others
			continue
		}
		if slices.ContainsFunc(n.Children[:i+1], childless) { // what follows it is probably meant to be below it
			return
		}
		for _, later := range n.Children[i+1:] {
			if !later.Disabled && !later.Broken {
				d := l.warn(later.Pos, message.UnreachableNode(first.Name, first.Pos.Line, later.Name, why.words()))
				switch {
				case why == alwaysReadyStop && slices.ContainsFunc(out.Children[i+1:], alwaysReady): // the last place is that of another one
					d.Advise(message.GiveConditionOnly(first.Name))
				case why == alwaysReadyStop:
					d.Advise(message.GiveCondition(first.Name))
				case why == neverEnds && c.Behavior != nil && !c.Behavior.Hooks[engine.HookBehavior]:
					d.Advise(message.GiveBehaviorHook(first.Name))
				case why == neverEnds && c.Behavior != nil:
					d.Advise(message.ReturnSuccess(first.Name))
				}
				return
			}
		}
		return
	}
}

// stop is the reason why a parent never gets to the children after one.
type stop uint8

const (
	goesOn stop = iota // there is none
	alwaysReadyStop
	neverEnds
	neverReady
	alwaysSucceeds
)

func (s stop) words() diag.Words {
	return [...]func() diag.Words{
		alwaysReadyStop: message.AlwaysReadyTerm, neverEnds: message.NeverEndsTerm, neverReady: message.NeverReadyTerm, alwaysSucceeds: message.AlwaysSucceedsTerm,
	}[s]()
}

// stopsAt returns the reason why a parent never gets to the children after c.
func stopsAt(parent, c *engine.Node) stop {
	of := parent.Kind
	if b := parent.Behavior; b != nil {
		switch of = b.Children.Chooser(); {
		case b.Missing || b.Hooks[engine.HookChoose] || b.Hooks[engine.HookResult] || luabind.Unwritten(b):
			return goesOn
		case b.Children == kind.Exclusive:
			of = kind.Priority
		case b.Children == kind.Sequential && endless(c) && alwaysReady(c):
			return neverEnds
		}
	}
	switch of {
	case kind.Priority, kind.Sticky:
		if alwaysReady(c) {
			return alwaysReadyStop
		}
	case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory:
		switch {
		case c.Disabled: // checkDisabled
		case endless(c):
			return neverEnds
		case c.Kind == kind.Fail:
			return neverReady
		}
	case kind.Fallback, kind.ReactiveFallback, kind.FallbackWithMemory:
		switch {
		case endless(c) && alwaysReady(c):
			return neverEnds
		case c.Kind == kind.Succeed && c.Guard == nil && !c.Disabled:
			return alwaysSucceeds
		}
	}
	return goesOn
}

// endless reports whether a node, once it is active, ends only if another node or the game ends it.
func endless(n *engine.Node) bool {
	if n.Behavior != nil {
		return luabind.Endless(n.Behavior)
	}
	return n.Kind == kind.Idle
}

// alwaysReady reports whether nothing can make a node not ready, apart from a quarantine that the text does not show. It also
// reports false for some nodes that are always ready, such as a decorator that waits. A number that is computed may be none.
func alwaysReady(n *engine.Node) bool {
	ready, _ := readiness(n)
	return ready
}

// readiness returns the result of alwaysReady. open reports whether, in addition, the result of the node is never
// certain before it runs.
func readiness(n *engine.Node) (ready, open bool) {
	if n.Guard != nil || n.Disabled || n.NonExclusive || n.Settings.Number != nil {
		return false, false
	}
	if b := n.Behavior; b != nil {
		ready = !b.Missing && !luabind.Unwritten(b) && !b.NonExclusive && b.Stimulus == "" && !b.Hooks[engine.HookPrecondition] && !b.Hooks[engine.HookChoose]
		ready = ready && (!b.Hooks[engine.HookResult] || slices.ContainsFunc(n.Children, alwaysReady))
		return ready, ready
	}
	some, all, last := false, len(n.Children) > 0, false // whether children are ready
	open = all                                           // whether all of them are open
	for _, c := range n.Children {
		r, o := readiness(c)
		some, all, last, open = some || r, all && r, r, open && o
	}
	k := behaviors.KindOf(n.Kind)
	if k == nil {
		return false, false
	}
	switch k.Ready {
	case behaviors.ReadyAlways:
		return true, true
	case behaviors.ReadyCertain:
		return true, false
	case behaviors.ReadyAny:
		ready = some
	case behaviors.ReadyLast:
		ready = last
	case behaviors.ReadyAll:
		ready = all
	case behaviors.ReadyOpen:
		ready = open
	}
	return ready, ready && open
}

// checkCounts warns about settings of a composite that ask for more children than it has.
func checkCounts(l *nodeLinker, n *trees.Node, k *behaviors.Kind, s *engine.Settings) {
	warn := func(name string, want int, effect func() diag.Words) {
		if have := len(n.Children); want > have {
			l.warn(l.valuePosOf(n, k, name), message.CountAboveChildren(have, effect(), name, k.Name, want))
		}
	}
	switch k.Kind {
	case kind.Parallel:
		warn("success", s.Success, message.NeverSucceedsTerm)
		warn("failure", s.Failure, message.NeverFailsByNumberTerm)
	case kind.Filter, kind.Monitor:
		warn("conditions", s.Count, message.AllAreConditionsTerm)
	}
}
