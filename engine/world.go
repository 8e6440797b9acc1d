package engine

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

// Options configure a World. The zero value is for a world with one worker and behaviors written in Go.
type Options struct {
	// Seed determines all random numbers of the world.
	Seed uint64
	// Workers is the number of goroutines that share the agents; 0 means 1. The results of a tick do not depend on
	// it.
	Workers int
	// History is the number of past ticks that an agent remembers; 0 means DefaultHistory.
	History int
	// QuarantineAfter is the number of consecutive ticks after which a behavior is quarantined if every call of one of
	// its hooks raised an error in these ticks; 0 means 3, and a negative number means that none is quarantined.
	QuarantineAfter int
	// NewFields returns the fields of a new agent; nil means the engine's own fields.
	NewFields func(id AgentID, name string) Fields
	// Saver saves fields and memories in snapshots. It may be nil if agents have the engine's own fields.
	Saver Saver
	// OnFault is called on the goroutine that ticks when a script error is raised for the first time, and for each
	// quarantine.
	OnFault func(*Fault)
	// WhyMissing returns the reason why a behavior is Missing, or "" if the reason is not known. Explanations call it
	// with the position of the node in its tree file. It must not change anything.
	WhyMissing func(b *Behavior, at diag.Pos) string
	// OnLog is called on the goroutine that ticks for each line that scripts log. Calls of OnLog, OnMark, OnFault and
	// observers are in the order of agents, and for each agent in the order of time; a quarantine comes last.
	OnLog func(a *Agent, text string)
	// OnMark is called on the goroutine that ticks for each mark of a script, at most MaxMarks times in a tick; see
	// Context.Mark.
	OnMark func(a *Agent, text string)
	// RequestRule chooses among requests; nil means HighestPriority.
	RequestRule RequestRule
	// If DecideTwice is set, each decision is made twice. World.Impure returns the agents whose two decisions differ
	// because a precondition has a side effect.
	DecideTwice bool
	// Owner, if not nil, is the Definition.Owner of all programs that agents run. World.Spawn, Agent.SetTree and
	// World.Reload panic if a program has another one, and World.Restore and World.SpawnSnapshot return an error.
	Owner any
	// Wrap, if set, is called with each new Binding, and returns the Binding to call in its place, for example one
	// that measures the calls. The result needs only the method Call: everything else, such as Restarter, is asked of inner.
	// A result that passes all calls on changes nothing in a game, its snapshots and its recordings.
	Wrap func(b *Behavior, inner Binding) Binding
}

// World holds agents in a fixed order, a clock and a seed. A single goroutine must tick the world, and use the
// world and its agents between ticks. Methods panic if they are called by hooks and helpers, which have a Context
// instead. Callbacks may read the world, but not change it. Clock, TickCount, Len and BoardEntries may be
// called from hooks, helpers and callbacks.
type World struct {
	opts  Options // with defaults filled in
	clock int64   // nanoseconds
	tick  int64

	agents     agentList
	nextID     AgentID
	workers    []*worker
	crew       *crew      // goroutines of the workers; nil if there is one worker
	heads      []int      // see merge
	limit      *turnLimit // nil if there is none; see LimitTurns
	busy       string     // the operation that is calling hooks or callbacks now, such as "a tick"; else ""
	inCallback bool       // the operation is calling callbacks
	closed     bool

	code      codeCache
	observers []*observer
	boards    boards
	faults    faultLog
	journal   *Journal    // nil if inputs are not recorded
	result    *tickResult // result of the last tick; nil if results are not needed
	trace     *writeTrace // nil if writes are not traced
}

// NewWorld returns an empty world at time 0.
func NewWorld(o Options) *World {
	if o.QuarantineAfter == 0 {
		o.QuarantineAfter = 3
	} else if o.QuarantineAfter < 0 {
		o.QuarantineAfter = math.MaxInt
	}
	if o.History <= 0 {
		o.History = DefaultHistory
	}
	if o.RequestRule == nil {
		o.RequestRule = HighestPriority
	}
	if o.OnFault == nil {
		o.OnFault = func(*Fault) {}
	}
	if o.NewFields == nil {
		o.NewFields = func(AgentID, string) Fields { return &goFields{} }
	}
	w := &World{
		opts: o, boards: boards{entries: map[boardKey]value.Value{}}, faults: newFaultLog(), code: codeCache{programs: map[*Program][]*boundProgram{}},
	}
	for i := range max(1, o.Workers) {
		w.workers = append(w.workers, newWorker(w, i))
	}
	return w
}

// Clock returns the sum of the deltas given to Tick.
func (w *World) Clock() time.Duration { return time.Duration(w.clock) }

// TickCount returns the number of ticks of the world.
func (w *World) TickCount() int64 { return w.tick }

// Seed returns Options.Seed or, after Restore, the seed of the snapshot.
func (w *World) Seed() uint64 { return w.opts.Seed }

// Agents yields the agents in the order of the world. During the loop, agents may be spawned and despawned. Agents
// that are gone are skipped, and new agents are not visited.
func (w *World) Agents() iter.Seq[*Agent] {
	return func(yield func(*Agent) bool) {
		w.mustBeReadable("World.Agents")
		newest := w.nextID
		for i, l := 0, &w.agents; i < len(l.list) && l.list[i].id <= newest; {
			a := l.list[i]
			if a.Alive() && !yield(a) {
				return
			}
			if i++; i > len(l.list) || l.list[i-1] != a {
				i = l.from(a.id + 1) // a sweep has moved the following agents
			}
		}
	}
}

// Len returns the number of agents, 0 after Close.
func (w *World) Len() int {
	if w.closed {
		return 0
	}
	return w.agents.len()
}

// Agent returns the agent with an ID, or nil if there is none.
func (w *World) Agent(id AgentID) *Agent {
	w.mustBeReadable("World.Agent")
	return w.agents.find(id)
}

// Spawn adds an agent that runs p from the next tick on. The caller should set the agent's fields before that tick.
func (w *World) Spawn(p *Program, name string) *Agent {
	w.mustBeOpen("World.Spawn")
	w.mustRun("World.Spawn", p)
	w.register(p)
	w.nextID++
	if w.journal != nil {
		w.journal.add(Input{kind: inputSpawn, agent: w.nextID, name: p.name, other: name})
	}
	a := w.newAgent(p, w.nextID, name)
	a.fields = w.opts.NewFields(a.id, name)
	w.agents.add(a)
	w.emitBetweenTicks(a, EventSpawn)
	return a
}

// newAgent returns an agent without fields that is not in the world yet.
func (w *World) newAgent(p *Program, id AgentID, name string) *Agent {
	wk := w.workers[int(id-1)%len(w.workers)]
	a := wk.slab.next()
	*a.coldState = coldState{id: id, name: name, label: label(name, id), world: w, worker: wk, rand: NewRand(w.opts.Seed, uint64(id)), schedule: schedule{factor: 1}}
	a.last = w.clock
	a.enterProgram(p)
	return a
}

// Despawn exits all active nodes of the agent, last node first, and removes the agent. It reports whether the agent
// existed. If Go code panics in an exit, the remaining nodes do not exit, and Despawn removes the agent and panics.
func (w *World) Despawn(id AgentID) bool {
	w.mustBeOpen("World.Despawn")
	a := w.agents.find(id)
	if a == nil {
		return false
	}
	if w.journal != nil {
		w.journal.add(Input{kind: inputDespawn, agent: id})
	}
	defer func() { // also if Go code panics in an exit
		w.agents.leave(a)
		w.dropClaims(id)
	}()
	w.exit(a, ExitDespawned, 0)
	w.emitBetweenTicks(a, EventDespawn)
	return true
}

// exit exits the active nodes of an agent that are among the given ones, or below one of them; node 0 stands for all. It is
// called between ticks. If Go code panics in it, exit delivers the effects, as Tick does.
func (w *World) exit(a *Agent, r Reason, nodes ...int32) {
	w.busy = "an exit"
	done := false
	defer func() {
		if !done {
			w.flushRest()
		}
		w.busy = ""
	}()
	a.worker.load(a)
	a.worker.exitFrom(nodes, r)
	done = true
}

// emitBetweenTicks emits an event between two ticks, and flushes the queues.
func (w *World) emitBetweenTicks(a *Agent, k EventKind) {
	if len(w.observers) > 0 || a.flags&isTraced != 0 {
		a.worker.agent = a
		a.worker.emit(Event{Kind: k})
	}
	w.flush()
}

// Tick advances the clock by dt, which must not be negative or more than 146 years, and ticks every agent that
// is not paused, suspended, asleep or between two turns of its period; see also LimitTurns. The clock stops after 146
// years. If Go code panics in the tick of an agent, Tick first ticks the other agents and delivers what all agents have
// posted, written and logged, and then panics.
func (w *World) Tick(dt time.Duration) {
	w.mustBeOpen("World.Tick")
	dt = w.mustBeDelta("World.Tick", dt)
	if w.agents.gone > len(w.agents.list)/8 {
		w.agents.sweep(w.workers)
	}
	w.clock += int64(dt)
	w.tick++
	w.chooseTurns(int64(dt))
	w.busy = "a tick"
	done, judged := false, false
	defer func() {
		if !done {
			w.flushRest()
		}
		if !judged { // otherwise a behavior that panics in each tick keeps all others out of quarantine
			w.judgeRest()
		}
		w.busy, w.inCallback = "", false
	}()
	if len(w.workers) == 1 {
		w.workers[0].tickAll()
	} else {
		w.crewTick()
	}
	if w.result != nil {
		w.result.merge(w) // before callbacks, which may call Check
	}
	w.unload()
	w.inCallback = true
	w.flush()
	judged = true
	w.judgeSuspects()
	if w.journal != nil {
		w.journal.endInputs(inputTick, dt)
	}
	done = true
}

// mustBeDelta panics unless dt can be the time of a tick, and returns the time by which the tick advances the clock.
func (w *World) mustBeDelta(method string, dt time.Duration) time.Duration {
	switch {
	case dt < 0:
		panic(fmt.Sprintf("engine: %s: negative delta %v", method, dt))
	case dt > maxSaved:
		panic(fmt.Sprintf("engine: %s: delta %v; give the time since the last tick", method, dt))
	}
	return min(dt, time.Duration(maxSaved-w.clock))
}

// Close exits all active nodes of all agents and stops the workers. The world cannot be ticked afterwards. Closing
// a world again does nothing. If Go code panics in an exit, the remaining agents do not exit, and Close stops the
// workers and panics.
func (w *World) Close() {
	if w.closed {
		return
	}
	w.mustBeOpen("World.Close")
	defer func() {
		w.closed = true
		if w.crew != nil {
			w.crew.stop()
		}
	}()
	for _, a := range w.agents.list {
		if !a.gone {
			w.exit(a, ExitClosed, 0)
		}
	}
	w.flush()
}

// ErrClosed is the error of calls on a world or a game that was closed.
var ErrClosed = errors.New("closed")

// mustBeOpen panics if hooks or callbacks are running, or if the world has been closed. A method that calls
// mustBeOpen must not be called then; such a call is a mistake of the game's Go code.
func (w *World) mustBeOpen(method string) {
	w.mustBeIdle(method)
	if w.closed {
		panic(fmt.Errorf("engine: %s called on a %w world", method, ErrClosed))
	}
}

// mustBeIdle panics if hooks or callbacks are running.
func (w *World) mustBeIdle(method string) {
	if w.busy != "" {
		panic("engine: " + method + " called during " + w.busy + "; call it between ticks, from the goroutine that ticks the world; a hook or a helper has a Context for what it may do")
	}
}

// mustBeReadable panics if hooks are running. It is the check of methods that change nothing. Callbacks may call
// such methods, also after Close.
func (w *World) mustBeReadable(method string) {
	if !w.inCallback {
		w.mustBeIdle(method)
	}
}

// register makes a program available to agents, and returns its code for each worker.
func (w *World) register(p *Program) []*boundProgram {
	if codes := w.code.programs[p]; codes != nil {
		return codes
	}
	codes := w.code.bind(w, p)
	for _, b := range p.behaviors {
		if b != nil {
			w.faults.track(b)
		}
	}
	for _, wk := range w.workers {
		wk.fit(p, len(w.faults.health))
	}
	return codes
}

// mayRun reports whether a program belongs to this game, or to any.
func (w *World) mayRun(p *Program) bool {
	return p.owner == nil || w.opts.Owner == nil || p.owner == w.opts.Owner
}

// mustRun panics if agents of w cannot run p.
func (w *World) mustRun(method string, p *Program) {
	switch {
	case p == nil:
		panic("engine: " + method + ": the program is nil; check the error of the function that should have made it, or the name of its tree")
	case !w.mayRun(p):
		panic("engine: " + method + ": the tree " + p.name + " belongs to another game, and would run in the state of that one; take the program from the game of this world")
	}
}

func (b *Behavior) mustHaveID() {
	if b.ID <= 0 {
		panic("engine: behavior " + b.Name + " has no ID; behaviors get theirs from behaviors.IDs")
	}
}
