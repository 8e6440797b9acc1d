package scripttest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// notDoing returns the failure for an agent that does not do what the test expects. Its notes have an explanation,
// and what the agent is doing instead.
func (p *play) notDoing(x *engine.Agent, w diag.Words, nodes []int32) error {
	e := x.Explain(about(nodes)...)
	notes := []string{}
	if text := p.left(x, nodes); text != "" {
		notes = append(notes, text)
	}
	if more := len(nodes) - maxNamed; more > 0 {
		notes = append(notes, message.MoreNodesOfName(more).Text)
	}
	e.WhyNot = slices.DeleteFunc(e.WhyNot, func(w engine.WhyNot) bool {
		if len(w.Needs) == 0 {
			notes = append(notes, message.BeginsInNextTick(w.Path).Text)
		}
		return len(w.Needs) == 0
	})
	return &failure{
		words: w,
		notes: append(notes, message.Short(p.explained(e), p.suite.Problems)),
	}
}

// about returns the nodes that an explanation should be about: at most maxNamed of nodes.
func about(nodes []int32) []int {
	var out []int
	for _, n := range nodes[:min(len(nodes), maxNamed)] {
		out = append(out, int(n))
	}
	return out
}

// maxLines is the largest number of lines of an explanation in a failure.
const maxLines = 60

// explained returns the text of an explanation. It shortens the text for a large tree.
func (p *play) explained(e *engine.Explanation) string {
	lines := strings.Split(e.With(p.game.ShowTerm).String(), "\n")
	if more := len(lines) - maxLines; more > 0 {
		lines = append(lines[:maxLines], message.MoreLinesOfExplanation(more).Text)
	}
	return strings.Join(lines, "\n")
}

// left returns a note if one of the nodes was active and has ended, or else "".
func (p *play) left(x *engine.Agent, nodes []int32) string {
	for i := len(p.events) - 1; i >= 0; i-- {
		e := &p.events[i]
		if e.Agent != x || e.Kind != engine.EventExit || e.Prog != x.Program() {
			continue
		}
		for _, n := range nodes {
			if n == e.Node {
				return message.NodeEndedInTick(e.Prog.Node(int(n)).Path, e.Reason.String(), strconv.FormatInt(e.Tick, 10)).Text
			}
		}
	}
	return ""
}

func stepOf(e *engine.Explanation, node int) *engine.Step {
	for i := range e.Steps {
		if e.Steps[i].Node == node {
			return &e.Steps[i]
		}
	}
	return nil
}
