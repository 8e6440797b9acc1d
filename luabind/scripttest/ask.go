package scripttest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

func (p *play) active(a args) (value.Value, error) {
	x, name, _, err := a.node()
	if err != nil {
		return nothing, err
	}
	return value.Bool(x.IsActive(name)), nil
}

// ready reports whether the engine would reach the node if it made a tick now, and whether the node would be ready
// then.
func (p *play) ready(a args) (value.Value, error) {
	x, _, nodes, err := a.node()
	if err != nil {
		return nothing, err
	}
	e := x.Explain()
	yes := slices.ContainsFunc(nodes, func(n int32) bool {
		s := stepOf(e, int(n))
		return s != nil && s.Ready
	})
	return value.Bool(yes), nil
}

// doing returns the paths of the innermost active nodes of an agent.
func (p *play) doing(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	return value.String(doing(x)), nil
}

func doing(x *engine.Agent) string {
	var paths []string
	prog, active := x.Program(), x.ActiveNodes()
	for i, n := range active {
		if i+1 == len(active) || active[i+1] >= prog.Node(n).End {
			paths = append(paths, prog.Node(n).Path)
		}
	}
	return strings.Join(paths, ", ")
}

func (p *play) ran(a args) (value.Value, error)    { return p.askHistory(a, (*engine.Agent).Ran) }
func (p *play) ranAgo(a args) (value.Value, error) { return p.askHistory(a, (*engine.Agent).RanAgo) }

// askHistory calls ask with a node and a number of ticks.
func (p *play) askHistory(a args, ask func(x *engine.Agent, name string, ticks int) bool) (value.Value, error) {
	x, name, _, err := a.node()
	if err != nil {
		return nothing, err
	}
	n, err := a.count(2, p.game.Runtime().History())
	if err != nil {
		return nothing, err
	}
	return value.Bool(ask(x, name, n)), nil
}

func (p *play) since(a args) (value.Value, error) {
	x, name, _, err := a.node()
	if err != nil {
		return nothing, err
	}
	return value.Number(x.Since(name).Seconds()), nil
}

func (p *play) status(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	return value.String(x.Status().String()), nil
}

func (p *play) request(a args) (value.Value, error) {
	x, channel, err := a.channel()
	if err != nil {
		return nothing, err
	}
	q, ok := x.InForce(channel)
	if !ok {
		return nothing, nil
	}
	return tableOf("kind", value.String(q.Kind), "channel", value.String(channel), "priority", value.Number(q.Priority), "data", q.Data), nil
}

// tableOf returns a table. The pairs are names, each followed by its value.
func tableOf(pairs ...any) value.Value {
	t := &value.Table{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := pairs[i+1].(value.Value); !v.IsNil() {
			t.Entries = append(t.Entries, value.Entry{Key: value.String(pairs[i].(string)), Value: v})
		}
	}
	return value.Other(t)
}

func listOf(values []value.Value) value.Value {
	t := &value.Table{}
	for i, v := range values {
		t.Entries = append(t.Entries, value.Entry{Key: value.Number(float64(i + 1)), Value: v})
	}
	return value.Other(t)
}

func (p *play) stimuli(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	var out []value.Value
	for _, s := range x.Stimuli() {
		out = append(out, tableOf("name", value.String(s.Name), "data", s.Data))
	}
	return listOf(out), nil
}

// listEvents returns the nodes that an agent has entered and exited since the beginning of the last word that
// ticks.
func (p *play) listEvents(a args) (value.Value, error) {
	x, ok := a.at(0).Ref().(*engine.Agent) // the agent may no longer be in the game
	if !ok {
		return nothing, a.wrong(0, "an agent, as t.spawn gives it")
	}
	var out []value.Value
	for _, e := range p.events {
		if e.Agent == x {
			out = append(out, value.String(eventText(e)))
		}
	}
	return listOf(out), nil
}

func eventText(e engine.Event) string {
	text := e.Kind.String() + " " + e.Prog.Node(int(e.Node)).Path
	if e.Kind == engine.EventExit {
		text += " " + e.Reason.String()
	}
	return text
}

func (p *play) log(a args) (value.Value, error) {
	x, ok := a.at(0).Ref().(*engine.Agent)
	if !ok {
		return nothing, a.wrong(0, "an agent, as t.spawn gives it")
	}
	var out []value.Value
	for _, text := range p.lines(x) {
		out = append(out, value.String(text))
	}
	return listOf(out), nil
}

// lines returns the lines that an agent has logged so far.
func (p *play) lines(x *engine.Agent) []string {
	var out []string
	for _, l := range p.said {
		if l.agent == x {
			out = append(out, l.text)
		}
	}
	return out
}

// why returns the explanation of an agent. If a node is given, the explanation is about that node.
func (p *play) why(a args) (value.Value, error) {
	if len(a.values) < 2 {
		x, err := a.agent(0)
		if err != nil {
			return nothing, err
		}
		return value.String(x.Explain().With(p.game.ShowTerm).String()), nil
	}
	x, _, nodes, err := a.node()
	if err != nil {
		return nothing, err
	}
	return value.String(x.Explain(about(nodes)...).With(p.game.ShowTerm).String()), nil
}

// maxNamed is the largest number of agents, and of nodes with the same name, in the notes of a failure.
const maxNamed = 5

// everybody describes what all agents are doing, for a failure that does not concern a single agent.
func (p *play) everybody() []string {
	alive := slices.DeleteFunc(slices.Clone(p.agents), func(x *engine.Agent) bool { return !x.Alive() })
	w := p.game.World()
	var notes []string
	for i, x := range alive {
		note := message.AgentDoes(x.Label(), doingOr(x))
		if i == 0 {
			note = message.FirstAgentDoes(x.Label(), doingOr(x), seconds(w.Clock()), strconv.FormatInt(w.TickCount(), 10))
		} else if i == maxNamed {
			note = message.MoreAgents(len(alive) - i)
		}
		notes = append(notes, note.Text)
		if i == maxNamed {
			break
		}
	}
	return notes
}

func doingOr(x *engine.Agent) string {
	if text := doing(x); text != "" {
		return text
	}
	return "nothing"
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }
