package assets

import (
	"slices"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// checkSettings warns about settings that are valid and have no effect.
func checkSettings(l *nodeLinker, n *trees.Node, k *behaviors.Kind, out *engine.Node) {
	warn := func(hint, format string, args ...any) {
		d := l.problem(n.NamePos, format, args...)
		d.Severity, d.Hint = diag.Warning, hint
	}
	switch {
	case n.Broken:
	case k.Kind == kind.Timeout && out.Settings.Time == 0 && len(n.Args)+len(n.Params) > 0:
		warn("give it some seconds", "timeout 0 leaves its child no time")
	case k.Kind == kind.Random && len(out.Children) > 0 && weightless(out):
		warn("give one of them a weight above 0", "all children of random have the weight 0, so none is ever drawn")
	case k.Kind == kind.Parallel && out.Settings.Unready == engine.UnreadySkipped && (out.Settings.Success != 0 || out.Settings.Failure != 0 || out.Settings.DecideEach):
		warn("take them out, or leave out unready=skip", "with unready=skip a parallel ends when none of its children runs; success=, failure= and decide= have no effect")
	case (k.Kind == kind.Repeat || k.Kind == kind.Retry) && out.Settings.OnePerTick && out.Settings.Count == 0:
		warn("leave it out, or say how many rounds: "+k.Name+" 3 per_tick=one", "without a number %s runs once in each tick; per_tick=one has no effect", k.Name)
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
		pos, hint := c.Pos, "to go on without it, make comments of it and of what is below it"
		if o := l.override(n.Children[i]); o != nil && o.node.Disabled {
			pos, hint = o.node.Pos, "to go on without it, write override "+o.node.Name+" without disabled, and a node below it that succeeds"
		}
		d := l.problem(pos, "a node that is disabled is never ready, so %s never succeeds", k.Name)
		d.Severity, d.Hint = diag.Warning, hint
	}
}

func weightless(n *engine.Node) bool {
	for _, c := range n.Children {
		if c.Settings.Weight == nil || *c.Settings.Weight > 0 {
			return false
		}
	}
	return true
}

// checkGuardParams warns about parameters that the guard of a node reads but the node does not have.
func checkGuardParams(l *nodeLinker, n *trees.Node, out *engine.Node) {
	c := luabind.Analysis(out.Guard)
	if c == nil || out.Behavior != nil && out.Behavior.Missing {
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
		pos := n.Guard.Pos
		pos.Col += diag.Column(n.Guard.Source, wordIndex(n.Guard.Source, "params."+name)) - 1
		d := l.problem(pos, "%s has no parameter %s, so params.%s is nil", out.Name, name, name)
		d.Severity, d.Hint = diag.Warning, diag.DidYouMean(name, have)
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
			if !last {
				d := l.problem(n.Children[i].Pos, "%s has no case, so it never runs", n.Children[i].Name)
				d.Severity, d.Hint = diag.Warning, "only the last child may run for all other values"
			}
			continue
		}
		same := func(o *engine.Node) bool { return o.Settings.Case != nil && o.Settings.Case.Equal(*c.Settings.Case) }
		if first := slices.IndexFunc(out.Children, same); first < i {
			d := l.problem(n.Children[i].Pos, "%s has the same case as %s, so it never runs", n.Children[i].Name, n.Children[first].Name)
			d.Severity = diag.Warning
		}
	}
}

// checkReach warns about the first child that never runs, because of an earlier one.
func checkReach(l *nodeLinker, n *trees.Node, out *engine.Node) {
	for i := range len(out.Children) - 1 {
		first, c := n.Children[i], out.Children[i]
		why := stopsAt(out, c)
		if why == "" || first.Slot || first.Broken || l.override(first) != nil { // a slot or an override may be meant to hide the others
			continue
		}
		for _, later := range n.Children[i+1:] {
			if !later.Disabled && !later.Broken {
				name := first.Name
				d := l.problem(later.Pos, "%s never runs, since %s before it %s", later.Name, name, why)
				d.Severity, d.Hint = diag.Warning, "put "+name+" last"
				switch {
				case why == isReady:
					d.Hint = "give " + name + " a condition with when, or put it last"
				case why == neverEnds && c.Behavior != nil && !c.Behavior.Hooks[engine.HookBehavior]:
					d.Hint = "give " + name + " a hook behavior that returns \"success\" when it is done, or put it last"
				case why == neverEnds && c.Behavior != nil:
					d.Hint = "let " + name + " return \"success\" when it is done, or put it last"
				}
				return
			}
		}
		return
	}
}

// The reasons of stopsAt that have a remedy of their own.
const isReady, neverEnds = "is always ready", "never ends"

// stopsAt returns the reason why a parent never gets to the children after c, or "".
func stopsAt(parent, c *engine.Node) string {
	of := parent.Kind
	if b := parent.Behavior; b != nil {
		switch of = b.Children.Chooser(); {
		case b.Missing || b.Hooks[engine.HookChoose] || b.Hooks[engine.HookResult]:
			return ""
		case b.Children == kind.Exclusive:
			of = kind.Priority
		case b.Children == kind.Sequential && endless(c) && alwaysReady(c):
			return neverEnds
		}
	}
	switch of {
	case kind.Priority, kind.Sticky:
		if alwaysReady(c) {
			return isReady
		}
	case kind.Sequence, kind.ReactiveSequence, kind.SequenceWithMemory:
		switch {
		case c.Disabled: // checkDisabled
		case endless(c):
			return neverEnds
		case c.Kind == kind.Fail:
			return "is never ready"
		}
	case kind.Fallback, kind.ReactiveFallback, kind.FallbackWithMemory:
		switch {
		case endless(c) && alwaysReady(c):
			return neverEnds
		case c.Kind == kind.Succeed && c.Guard == nil && !c.Disabled:
			return "always succeeds"
		}
	}
	return ""
}

// endless reports whether a node, once it is active, ends only if another node or the game ends it.
func endless(n *engine.Node) bool {
	if n.Behavior != nil {
		return luabind.Endless(n.Behavior)
	}
	return n.Kind == kind.Idle
}

// alwaysReady reports whether nothing can make a node not ready, apart from quarantine. It also reports false for some
// nodes that are always ready, such as a decorator that waits.
func alwaysReady(n *engine.Node) bool {
	ready, _ := readiness(n)
	return ready
}

// readiness returns the result of alwaysReady. open reports whether, in addition, the result of the node is never
// certain before it runs.
func readiness(n *engine.Node) (ready, open bool) {
	if n.Guard != nil || n.Disabled || n.NonExclusive {
		return false, false
	}
	if b := n.Behavior; b != nil {
		ready = !b.Missing && !b.NonExclusive && b.Stimulus == "" && !b.Hooks[engine.HookPrecondition] && !b.Hooks[engine.HookChoose]
		ready = ready && (!b.Hooks[engine.HookResult] || slices.ContainsFunc(n.Children, alwaysReady))
		return ready, ready
	}
	some, all, last := false, len(n.Children) > 0, false // whether children are ready
	open = all                                           // whether all of them are open
	for _, c := range n.Children {
		r, o := readiness(c)
		some, all, last, open = some || r, all && r, r, open && o
	}
	switch n.Kind {
	case kind.Wait, kind.WaitUntil, kind.Set, kind.Log, kind.Emit, kind.Request, kind.Idle:
		return true, true
	case kind.Succeed:
		return true, false
	case kind.Priority, kind.Sticky, kind.DynamicPriority, kind.Tree:
		ready = some
	case kind.Fallback, kind.ReactiveFallback:
		ready = last
	case kind.Sequence, kind.ReactiveSequence:
		ready = all
	case kind.Invert, kind.ForceSuccess, kind.ForceFailure, kind.Repeat, kind.Retry, kind.Loop, kind.UntilSuccess, kind.UntilFailure:
		ready = open
	}
	return ready, ready && open
}

// checkCounts warns about settings of a composite that ask for more children than it has.
func checkCounts(l *nodeLinker, n *trees.Node, k *behaviors.Kind, s *engine.Settings) {
	have := len(n.Children)
	warn := func(what string, want int, effect string) {
		if want > have {
			l.problem(n.NamePos, "%s=%d, but %s has %s, so %s", what, want, k.Name, plural(have, "child", "children"), effect).Severity = diag.Warning
		}
	}
	switch k.Kind {
	case kind.Parallel:
		warn("success", s.Success, "it never succeeds")
		warn("failure", s.Failure, "it never fails by their number")
	case kind.Filter, kind.Monitor:
		warn("conditions", s.Count, "all of them are conditions")
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return value.FormatNumber(float64(n)) + " " + many
}
