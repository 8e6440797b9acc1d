package engine

import (
	"fmt"
	"iter"
	"time"
)

// Options configure a World. The zero value is a world with one worker for
// behaviors written in Go.
type Options struct {
	// Seed determines every random number of the world.
	Seed uint64
	// Workers is the number of goroutines that share the agents; 0 means 1. The
	// results do not depend on it.
	Workers int
	// History is how many past ticks an agent remembers; 0 means DefaultHistory.
	History int
	// QuarantineAfter is how many ticks in a row every call of a hook must raise
	// an error before its behavior is quarantined; 0 means 3.
	QuarantineAfter int
	// NewFields makes the fields of an agent in a worker; nil means the engine's
	// own.
	NewFields func(worker int, id AgentID, name string) Fields
	// OnFault is told of each script error when it is raised for the first time,
	// and of each quarantine. It is called on the goroutine that ticks.
	OnFault func(*Fault)
	// OnLog receives what scripts write to the log, in the order of agents. It is
	// called on the goroutine that ticks.
	OnLog func(a *Agent, text string)
	// RequestRule chooses among requests; nil means HighestPriority.
	RequestRule RequestRule
	// DecideTwice asks each decision twice and reports in Impure when the
	// answers differ: a precondition then has a side effect.
	DecideTwice bool
	// Wrap, if set, is given what calls the hooks of a behavior at nodes with the same
	// parameters, once for each worker, and returns what is to be called in its place: a measurement
	// around it. What it returns must implement Restarter if the inner one does.
	Wrap func(b *Behavior, inner Binding) Binding
}

// World holds agents in a fixed order, a clock and a seed. It is ticked from
// one goroutine, and that goroutine alone may use it and its agents; the
// workers are its own business.
type World struct {
	clock int64 // nanoseconds
	tick  int64
	seed  uint64

	agents  []*Agent // in the order of their IDs
	nextID  AgentID
	workers []*worker
	crew    *crew // goroutines of the workers; nil with one worker
	heads   []int // of merge
	ticking bool
	closed  bool

	bindings map[*Program][]*boundProgram // by worker
	plans    map[*Program]*carryPlan      // made by Prepare, by old program
	shared   []sharedCode                 // by BehaviorID

	observers []*observer
	boards    boards
	rule      RequestRule
	newFields func(int, AgentID, string) Fields

	health          []health // by BehaviorID
	sick            int      // how many of them are quarantined
	faults          map[faultKey]*Fault
	faultOrder      []*Fault
	suspects        []suspect
	onFault         func(*Fault)
	onLog           func(*Agent, string)
	quarantineAfter int

	historyLen int
	twice      bool
	wrap       func(*Behavior, Binding) Binding
}

// NewWorld returns an empty world at time 0.
func NewWorld(o Options) *World {
	w := &World{
		seed: o.Seed, newFields: o.NewFields, rule: o.RequestRule, onFault: o.OnFault, onLog: o.OnLog, twice: o.DecideTwice, wrap: o.Wrap,
		quarantineAfter: o.QuarantineAfter, historyLen: o.History,
		boards: boards{entries: map[boardKey]Value{}}, faults: map[faultKey]*Fault{}, bindings: map[*Program][]*boundProgram{}, health: make([]health, 1),
	}
	if w.quarantineAfter <= 0 {
		w.quarantineAfter = 3
	}
	if w.historyLen <= 0 {
		w.historyLen = DefaultHistory
	}
	if w.rule == nil {
		w.rule = HighestPriority
	}
	if w.newFields == nil {
		w.newFields = func(int, AgentID, string) Fields { return NewFields() }
	}
	for i := range max(1, o.Workers) {
		w.workers = append(w.workers, newWorker(w, i))
	}
	return w
}

// Clock returns the sum of the deltas given to Tick.
func (w *World) Clock() time.Duration { return time.Duration(w.clock) }

// TickCount returns how many ticks the world has had.
func (w *World) TickCount() int64 { return w.tick }

// Workers returns the number of workers.
func (w *World) Workers() int { return len(w.workers) }

// Agents yields the agents in the world's order.
func (w *World) Agents() iter.Seq[*Agent] {
	return func(yield func(*Agent) bool) {
		for _, a := range w.agents {
			if !yield(a) {
				return
			}
		}
	}
}

// Len returns the number of agents.
func (w *World) Len() int { return len(w.agents) }

// Agent returns the agent of that number, nil if it does not live here.
func (w *World) Agent(id AgentID) *Agent {
	lo, hi := 0, len(w.agents)
	for lo < hi {
		if mid := (lo + hi) / 2; w.agents[mid].id < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(w.agents) && w.agents[lo].id == id {
		return w.agents[lo]
	}
	return nil
}

// Spawn adds an agent that runs p from the next tick on. Give it fields before
// that.
func (w *World) Spawn(p *Program, name string) *Agent {
	w.between("World.Spawn")
	w.adopt(p)
	w.nextID++
	id := w.nextID
	t := w.workers[int(id-1)%len(w.workers)]
	a := t.newAgent()
	*a.rest = rest{id: id, name: name, label: label(name, id), world: w, worker: t, rand: NewRand(w.seed, uint64(id))}
	a.last = w.clock
	a.fields = w.newFields(t.id, id, name)
	a.enterProgram(p)
	w.agents = append(w.agents, a)
	t.agents = append(t.agents, a)
	w.note(a, EventSpawn)
	return a
}

// Despawn exits whatever is active of the agent, deepest first, and removes it.
// It answers whether there was such an agent.
func (w *World) Despawn(id AgentID) bool {
	w.between("World.Despawn")
	a := w.Agent(id)
	if a == nil {
		return false
	}
	a.worker.load(a)
	a.worker.exitAll(ExitDespawned)
	w.note(a, EventDespawn)
	a.worker.unload()
	a.gone = true
	a.release()
	w.agents = without(w.agents, a)
	a.worker.agents = without(a.worker.agents, a)
	return true
}

func without(list []*Agent, a *Agent) []*Agent {
	for i := range list {
		if list[i] == a {
			copy(list[i:], list[i+1:])
			list[len(list)-1] = nil
			return list[:len(list)-1]
		}
	}
	return list
}

// note emits an event that belongs to no tick and settles what happened.
func (w *World) note(a *Agent, k EventKind) {
	if len(w.observers) > 0 {
		a.worker.agent = a
		a.worker.emit(Event{Kind: k})
	}
	w.settle()
}

// Tick advances the clock by dt, which must not be negative, and ticks every
// agent that is not paused.
func (w *World) Tick(dt time.Duration) {
	w.between("World.Tick")
	if dt < 0 {
		panic(fmt.Sprintf("engine: World.Tick: negative delta %v", dt))
	}
	w.clock += int64(dt)
	w.tick++
	w.ticking = true
	defer func() { w.ticking = false }()
	if len(w.workers) == 1 {
		w.workers[0].tickAll()
	} else {
		w.crewTick()
	}
	w.countFaults()
	w.judgeSuspects()
	w.settle()
}

// settle carries out what workers have queued, in the order of agents.
func (w *World) settle() {
	busy := w.ticking
	w.ticking = true // callbacks may look, not act
	defer func() { w.ticking = busy }()
	w.countFaults()
	merge(w, (*worker).postQueue, func(p *post) AgentID { return p.from }, func(p *post) {
		if a := w.Agent(p.to); a != nil {
			a.receive(p.stimulus)
		}
	})
	merge(w, (*worker).writeQueue, func(b *boardWrite) AgentID { return b.from }, func(b *boardWrite) {
		w.boards.set(b.board, b.key, b.value)
	})
	w.deliverLogs()
	w.deliver()
}

// MaxLogLines is how many lines all agents together may log in one tick; who reads them
// has seen enough by then.
const MaxLogLines = 1000

func (w *World) deliverLogs() {
	lines := 0
	merge(w, (*worker).logQueue, func(l *logLine) AgentID { return l.agent.id }, func(l *logLine) {
		lines++
		switch {
		case w.onLog == nil || lines > MaxLogLines+1:
		case lines > MaxLogLines:
			w.onLog(l.agent, "… more lines in this tick, of this agent and those behind it, are left out")
		default:
			w.onLog(l.agent, l.text)
		}
	})
}

// Close exits all active nodes of all agents and stops the workers. The world
// cannot be ticked afterwards; closing it again does nothing.
func (w *World) Close() {
	if w.closed {
		return
	}
	w.between("World.Close")
	for _, a := range w.agents {
		a.worker.load(a)
		a.worker.exitAll(ExitClosed)
	}
	w.settle()
	w.closed = true
	if w.crew != nil {
		w.crew.stop()
	}
}

// between panics if the world is being ticked or has been closed: calling such
// a method then is a mistake of the Go code that embeds the engine.
func (w *World) between(method string) {
	if w.ticking {
		panic("engine: " + method + " called during a tick; call it between ticks, from the goroutine that ticks the world")
	}
	if w.closed {
		panic("engine: " + method + " called on a closed world")
	}
}

// adopt makes a program one that agents may run, and returns its code by worker.
func (w *World) adopt(p *Program) []*boundProgram {
	codes := w.bind(p, nil)
	if codes[0].adopted {
		return codes
	}
	codes[0].adopted = true
	for _, b := range p.behaviors {
		if b != nil {
			w.know(b)
		}
	}
	for _, t := range w.workers {
		t.grow(len(w.health))
	}
	return codes
}

// know opens the health record of a behavior, afresh for a new version.
func (w *World) know(b *Behavior) {
	b.mustHaveID()
	for int(b.ID) >= len(w.health) {
		w.health = append(w.health, health{})
	}
	if h := &w.health[b.ID]; h.version != b.Version {
		if h.quarantined {
			w.sick--
		}
		*h = health{version: b.Version}
	}
}

func (b *Behavior) mustHaveID() {
	if b.ID <= 0 {
		panic("engine: behavior " + b.Name + " has no ID; behaviors get theirs from behaviors.Table")
	}
}
