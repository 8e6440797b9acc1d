package assets

import (
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// checkOdd warns about settings that are allowed one by one and come to nothing.
func (l *nodeLinker) checkOdd(n *trees.Node, k *behaviors.Kind, out *engine.Node) {
	warn := func(hint, format string, args ...any) {
		d := l.problem(n.NamePos, format, args...)
		d.Severity, d.Hint = diag.Warning, hint
	}
	switch {
	case n.Broken:
	case k.Kind == engine.KindTimeout && out.Settings.Time == 0:
		warn("give it some seconds", "timeout 0 leaves its child no time")
	case k.Kind == engine.KindRandom && len(out.Children) > 0 && weightless(out):
		warn("give one of them a weight above 0", "all children of random have the weight 0, so none is ever drawn")
	case k.Kind == engine.KindParallel && out.Settings.Unready == engine.UnreadySkipped && (out.Settings.Success != 0 || out.Settings.Failure != 0 || out.Settings.DecideEach):
		warn("take them out, or leave out unready=skip", "with unready=skip a parallel ends when none of its children runs; success=, failure= and decide= have no effect")
	case (k.Kind == engine.KindRepeat || k.Kind == engine.KindRetry) && out.Settings.OnePerTick && out.Settings.Count == 0:
		warn("leave it out, or say how many rounds: "+k.Name+" 3 per_tick=one", "without a number %s runs once in each tick; per_tick=one has no effect", k.Name)
	}
}

// checkDisabled warns where a child that is switched off takes all of its parent with it,
// which whoever tries a tree without one step of it does not expect.
func (l *nodeLinker) checkDisabled(k *behaviors.Kind, out *engine.Node) {
	s := &out.Settings
	switch k.Kind {
	case engine.KindSequence, engine.KindReactiveSequence, engine.KindSequenceWithMemory, engine.KindRandomSequence, engine.KindFilter:
	case engine.KindParallel:
		if s.Unready == engine.UnreadySkipped || s.Unready == engine.UnreadyFails && s.Success != 0 && s.Success != engine.All {
			return
		}
	default:
		return
	}
	for _, c := range out.Children {
		if c.Disabled && !out.Disabled {
			d := l.problem(c.Pos, "a node that is disabled is never ready, so %s never succeeds", k.Name)
			d.Severity, d.Hint = diag.Warning, "to go on without it, make comments of it and of what is below it"
		}
	}
}

func weightless(n *engine.Node) bool {
	for _, c := range n.Children {
		if !c.Settings.HasWeight || c.Settings.Weight > 0 {
			return false
		}
	}
	return true
}
