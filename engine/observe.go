package engine

import (
	"slices"
	"time"
)

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events.
const (
	EventEnter   EventKind = iota // a node was entered
	EventResult                   // a node ran; Status is its result
	EventExit                     // a node was exited; Reason says why
	EventRoot                     // the tick of an agent is over; Status is its root's
	EventFault                    // a script error was raised; Fault describes it
	EventSpawn                    // an agent joined the world
	EventDespawn                  // an agent left the world
	EventLog                      // a script wrote the line Text; only traces get it, see World.Trace
	EventMark                     // a script made the mark Text; only traces get it
)

var eventNames = [...]string{"enter", "result", "exit", "root", "fault", "spawn", "despawn", "log", "mark"}

// String returns one word.
func (k EventKind) String() string { return eventNames[k] }

// Event is something that happened to a node of an agent. The events of a tick are in the order of agents, and for
// each agent in the order of time, whatever the number of workers.
type Event struct {
	Kind   EventKind
	Status Status
	Reason Reason
	Node   int32
	Tick   int64
	Time   time.Duration
	Agent  *Agent
	Prog   *Program
	Fault  *Fault
	Text   string // for EventLog and EventMark
}

// String returns the event as one line of a trace:
// "tick 3 troll#12 enter root/combat".
func (e Event) String() string {
	label := e.Agent.Label()
	switch e.Kind {
	case EventRoot:
		return tr.F("tick %d %s root %s", e.Tick, label, e.Status.Word())
	case EventFault:
		return tr.F("tick %d %s error %s", e.Tick, label, e.Fault.Diagnostic().Headline())
	case EventSpawn:
		return tr.F("tick %d %s spawn", e.Tick, label)
	case EventDespawn:
		return tr.F("tick %d %s despawn", e.Tick, label)
	case EventLog:
		return tr.F("tick %d %s log %q", e.Tick, label, e.Text)
	case EventMark:
		return tr.F("tick %d %s mark %q", e.Tick, label, e.Text)
	}
	switch path := e.Prog.info[e.Node].path; e.Kind {
	case EventEnter:
		return tr.F("tick %d %s enter %s", e.Tick, label, path)
	case EventExit:
		return tr.F("tick %d %s exit %s %s", e.Tick, label, path, e.Reason.Word())
	default:
		return tr.F("tick %d %s %s %s", e.Tick, label, e.Status.Word(), path)
	}
}

// Observe calls f with each event until stop is called. Without observers, events cost nothing. Observers are
// called on the goroutine that ticks the world, at the end of a tick or of another operation on the world. They may
// read the world, but not tick it.
func (w *World) Observe(f func(Event)) (stop func()) {
	w.mustBeIdle("World.Observe")
	if f == nil {
		panic("engine: World.Observe: the function is nil")
	}
	o := &observer{f}
	w.setObservers(append(w.observers, o))
	return func() {
		for i := range w.observers {
			if w.observers[i] == o {
				w.setObservers(append(w.observers[:i:i], w.observers[i+1:]...))
				return
			}
		}
	}
}

func (w *World) setObservers(list []*observer) {
	w.observers = list
	for _, wk := range w.workers {
		if wk.observed = 0; len(list) > 0 {
			wk.observed = isTraced
		}
	}
}

// observer is a call of Observe or Trace. Lists of observers are copied when they change, since a callback may stop one.
type observer struct{ f func(Event) }

// Trace calls f with each event of one agent until stop is called or the agent leaves the world; the last event is then
// its EventDespawn. The other agents take no more time than without a trace. f is called like a function given to
// Observe, with the same events in the same order, and also gets an EventLog or EventMark for each line and mark of the
// agent's scripts, even if there are more than MaxLogLines or MaxMarks. A trace continues after a Reload, a SetTree, a
// Reset, and a Restore of a state that has the agent. It has no effect on the results of ticks and is not in snapshots.
// Trace panics if f is nil, or if a lives in another world. If a is gone, Trace does nothing.
func (w *World) Trace(a *Agent, f func(Event)) (stop func()) {
	w.mustBeIdle("World.Trace")
	switch {
	case f == nil:
		panic("engine: World.Trace: the function is nil")
	case a == nil:
		panic("engine: World.Trace: the agent is nil; look whether World.Agent has found one")
	case a.world != w:
		panic("engine: World.Trace: " + a.label + " lives in another world; call the method of Agent.World")
	case !a.Alive():
		return func() {}
	}
	o := &observer{f}
	a.traces, a.flags = append(slices.Clip(a.traces), o), a.flags|isTraced
	return func() {
		a.traces = slices.DeleteFunc(slices.Clone(a.traces), func(x *observer) bool { return x == o })
		if len(a.traces) == 0 {
			a.flags &^= isTraced
		}
	}
}

// emit records an event of the current agent.
func (wk *worker) emit(e Event) {
	w := wk.world
	e.Tick, e.Time, e.Agent, e.Prog = w.tick, time.Duration(w.clock), wk.agent, wk.agent.code.prog
	wk.out.events = append(wk.out.events, e)
}
