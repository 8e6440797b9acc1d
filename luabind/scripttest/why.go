package scripttest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// notDoing is the failure of an agent that does not do what it should, as the message says:
// what it does instead, why, and the whole explanation.
func (p *play) notDoing(x *engine.Agent, message string, nodes []int32) error {
	e := x.Explain()
	notes := []string{}
	if text := p.left(x, nodes); text != "" {
		notes = append(notes, text)
	}
	for i, n := range nodes {
		if i == maxNamed {
			notes = append(notes, fmt.Sprintf("and %d more nodes of that name", len(nodes)-i))
			break
		}
		notes = append(notes, reason(x.Program(), e, int(n)))
	}
	return &luabind.Explained{
		Message: fmt.Sprintf("%s, but it is doing %s", message, doingOr(x)),
		Notes:   append(notes, explained(e)),
	}
}

// maxLines bounds the lines of an explanation in a failure.
const maxLines = 60

// explained writes an explanation, of that of a large tree the beginning.
func explained(e *engine.Explanation) string {
	lines := strings.Split(e.String(), "\n")
	if more := len(lines) - maxLines; more > 0 {
		lines = append(lines[:maxLines], fmt.Sprintf("and %d more lines; print(t.why(...)) shows all", more))
	}
	return strings.Join(lines, "\n")
}

// left says that one of the nodes was active and has ended.
func (p *play) left(x *engine.Agent, nodes []int32) string {
	for i := len(p.events) - 1; i >= 0; i-- {
		e := &p.events[i]
		if e.Agent != x || e.Kind != engine.EventExit || e.Prog != x.Program() {
			continue
		}
		for _, n := range nodes {
			if n == e.Node {
				return fmt.Sprintf("%s ended in tick %d: %s", e.Prog.Path(int(n)), e.Tick, e.Reason)
			}
		}
	}
	return ""
}

// reason says why a node would not be active after one more tick.
func reason(prog *engine.Program, e *engine.Explanation, node int) string {
	path := prog.Path(node)
	if s := stepOf(e, node); s != nil {
		switch {
		case !s.Ready:
			return path + ": " + s.Why()
		case slices.Contains(e.Planned, path):
			return path + " is ready and would begin in the next tick: one more t.tick()"
		}
		return path + " is ready, and something else is chosen"
	}
	for n := node; n > 0; {
		above := prog.Parent(n)
		if s := stepOf(e, above); s != nil {
			return path + " is not asked: " + unasked(prog, e, s, above, n)
		}
		n = above
	}
	return path + " is not asked"
}

// unasked says why a child of a node that was asked was not.
func unasked(prog *engine.Program, e *engine.Explanation, s *engine.Step, above, child int) string {
	if !s.Ready {
		return s.Path + ": " + s.Why()
	}
	for n := above + 1; n < prog.End(above); n = prog.End(n) {
		if n == child || !slices.Contains(e.Planned, prog.Path(n)) {
			continue
		}
		if n > child { // one that remembers where it was
			return prog.Path(above) + " goes on with " + prog.Path(n)
		}
		return prog.Path(n) + " is chosen before it"
	}
	return s.Path + " does not get to it"
}

func stepOf(e *engine.Explanation, node int) *engine.Step {
	for i := range e.Steps {
		if e.Steps[i].Node == node {
			return &e.Steps[i]
		}
	}
	return nil
}
