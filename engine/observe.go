package engine

import (
	"strconv"
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
	eventLog                      // a script wrote a line, for Options.OnLog; observers do not get it
)

var eventNames = [...]string{"enter", "result", "exit", "root", "fault", "spawn", "despawn"}

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
}

// String returns the event as one line of a trace:
// "tick 3 troll#12 enter root/combat".
func (e Event) String() string { return string(e.appendTo(nil)) }

// appendTo appends the text of String.
func (e Event) appendTo(b []byte) []byte {
	b = append(b, "tick "...)
	b = strconv.AppendInt(b, e.Tick, 10)
	b = append(b, ' ')
	b = append(b, e.Agent.Label()...)
	switch e.Kind {
	case EventEnter:
		b = append(b, " enter "...)
	case EventResult:
		b = append(b, ' ')
		b = append(b, e.Status.String()...)
		b = append(b, ' ')
	case EventExit:
		b = append(b, " exit "...)
	case EventRoot:
		b = append(b, " root "...)
		return append(b, e.Status.String()...)
	case EventFault:
		b = append(b, " error "...)
		return append(b, e.Fault.Diagnostic().Headline()...)
	case EventSpawn:
		return append(b, " spawn"...)
	case EventDespawn:
		return append(b, " despawn"...)
	}
	b = append(b, e.Prog.info[e.Node].path...)
	if e.Kind == EventExit {
		b = append(b, ' ')
		b = append(b, e.Reason.String()...)
	}
	return b
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
		wk.observing = len(list) > 0
	}
}

type observer struct{ f func(Event) }

// emit records an event of the current agent.
func (wk *worker) emit(e Event) {
	w := wk.world
	e.Tick, e.Time, e.Agent, e.Prog = w.tick, time.Duration(w.clock), wk.agent, wk.agent.code.prog
	wk.out.events = append(wk.out.events, e)
}
