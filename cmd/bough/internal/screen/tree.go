package screen

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
)

// treeLines returns the tree of the picked agent. It marks the active nodes, with the time
// since each became active, and the nodes that currently cannot be used.
//
//	▶ priority  3.2 s
//	✗   bite        quarantined: its errors are among the problems
//	▶   walk  0.4 s
func (m *Model) treeLines() []styled {
	a := m.picked().Agent
	if a == nil {
		return []styled{{m.gone(), faint}}
	}
	p := a.Program()
	out := []styled{{a.Label() + ", tree " + p.Name(), strong}}
	for i := range p.Len() {
		mark, st := "  ", faint
		n := p.Node(i)
		text := strings.Repeat("  ", n.Depth) + n.Name
		if a.NodeActive(i) {
			mark, st = "▶ ", good
			text += fmt.Sprintf("  %.1f s", a.ActiveFor(i).Seconds())
		}
		if n.Disabled {
			text += "  disabled in the tree file"
		}
		if why := unusable(a, i); why != "" {
			mark, st = "✗ ", bad
			text += "  " + why
		}
		out = append(out, styled{mark + text, st})
	}
	return out
}

// unusable returns the reason why a node cannot be ready at present, or "" if it can.
func unusable(a *engine.Agent, i int) string {
	b := a.Program().Node(i).Behavior
	switch {
	case b == nil:
		return ""
	case b.Missing:
		return "missing: it has no file that works"
	case a.World().Quarantined(b):
		return "quarantined: its errors are among the problems"
	}
	return ""
}

// ailing reports whether the tree of an agent has an unusable node.
func ailing(a *engine.Agent) bool {
	for i := range a.Program().Len() {
		if unusable(a, i) != "" {
			return true
		}
	}
	return false
}
