package screen

import (
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/rows"
)

// watch keeps what the picked agent did in the last tick, and why.
type watch struct {
	pick func() *engine.Agent // the picked agent, or nil

	agent   *engine.Agent // the agent of the fields below, or nil
	program *engine.Program
	list    []rows.Row // of program
	untrace func()
	events  []engine.Event // since the last tick

	explained *engine.Explanation // the decision of the present tick
	turns     int64               // ticks of the agent before the present tick

	told *told // the last tick; nil if the agent was not watched in it
}

// told has the events of an agent in a tick.
type told struct {
	world    *engine.World
	tick     int64
	states   map[int]*rows.State // by node
	sentence string
}

// before is called before each tick of the game; see bough.Game.OnTick.
func (w *watch) before(dt time.Duration) {
	w.told = nil
	if a := w.pick(); a != w.agent {
		w.follow(a)
	}
	if w.agent == nil || !w.agent.Alive() {
		w.explained = nil
		return
	}
	w.turns, w.explained = w.agent.Ticks(), w.agent.ExplainTick(dt)
}

// after is called after each tick of the game.
func (w *watch) after() {
	if w.agent != nil && w.agent.Alive() && w.explained != nil {
		w.told = w.tell(rows.Tick{Agent: w.agent, Explained: w.explained, Events: w.events, Idle: w.agent.Ticks() == w.turns})
	}
	w.explained, w.events = nil, w.events[:0]
}

// follow watches another agent, or none.
func (w *watch) follow(a *engine.Agent) {
	if w.untrace != nil {
		w.untrace()
	}
	w.agent, w.untrace, w.events, w.told = a, nil, w.events[:0], nil
	if a != nil && a.Alive() {
		w.untrace = a.World().Trace(a, func(e engine.Event) { w.events = append(w.events, e) })
	}
}

// of returns the rows of an agent, and what it did in the last tick. If the agent was not watched in that tick, decided
// is false, and the states are those of the decision that the agent would make now.
func (w *watch) of(a *engine.Agent) (list []rows.Row, t *told, decided bool) {
	if w.agent == a && w.told != nil && w.told.world == a.World() && w.told.tick == a.World().TickCount() && w.program == a.Program() {
		return w.list, w.told, true
	}
	t = w.tell(rows.Tick{Agent: a, Explained: a.Explain()})
	return w.list, t, false
}

func (w *watch) tell(t rows.Tick) *told {
	if p := t.Agent.Program(); p != w.program {
		w.program, w.list = p, rows.Of(p)
	}
	states := rows.States(w.list, t)
	out := &told{
		world: t.Agent.World(), tick: t.Agent.World().TickCount(),
		states: map[int]*rows.State{}, sentence: rows.Sentence(w.list, states, t),
	}
	for i := range states {
		out.states[states[i].Node] = &states[i]
	}
	return out
}
