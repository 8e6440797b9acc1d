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
