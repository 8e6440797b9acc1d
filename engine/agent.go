package engine

import (
	"slices"
	"strconv"
	"time"

	"github.com/bough-dev/bough/engine/value"
)

// AgentID identifies an agent in its world. IDs start at 1, follow the order
// of spawning, and are never reused.
type AgentID int64

// Agent is one actor that runs one tree. A game mostly calls these methods:
//
//	fields    Get, Set
//	requests  Requests, InForce, EndRequest, Impose
//	reasons   Explain, ExplainTick, IsActive, Since, Ran, History
//	turns     Sleep, SetPeriod, SetImportanceFactor, Pause, Resume, Abort, Reset
//	identity  ID, Name, Label, Alive, World
//
// The others are for tools that show or save agents, and for hosts of scripts.
//
// An agent belongs to the goroutine that ticks its world; between ticks that
// goroutine may call all methods. During a tick, a hook may only read its own agent and set the agent's fields,
// through Context.Agent; other calls panic. The check does not detect calls on agents that another worker ticks at
// the same time. Values that never change, such as ID and Name, can always be read, and so can Alive.
//
// After Despawn, and after the world was closed, the last state of the agent can still be read. Other methods then
// do nothing; see Alive.
type Agent struct {
	// A tick that only continues the active nodes reads and writes only the following fields and the agent's Fields.
	code   *boundProgram // the program and its code in this agent's worker
	fields Fields
	small  [2]uint64 // the sets of programs with up to 64 nodes; see sets
	last   int64     // clock at the previous tick
	ticks  int64     // number of ticks of this agent
	lasted int32     // number of consecutive ticks, up to the last one, that ran the same nodes
	status Status
	flags  agentFlags
	tally  uint16 // see Tally

	*coldState
}

// coldState is the part of an agent that a tick does not touch if it only continues the active
// nodes.
type coldState struct {
	state      []nodeState       // by node
	persistent []persistentState // of the nodes that have a persistent state; see Program.persistentNodes
	big        bitset            // the sets of nodes of larger programs
	history    history
	id         AgentID
	worker     *worker
	world      *World
	name       string
	label      string
	rand       Rand
	stimuli    stimuli
	requests   requests
	schedule   schedule
	traces     []*observer // see World.Trace
	index      int32       // index in World.agents
	gone       bool
}

// sets returns two sets of nodes: the active nodes, and the nodes that ran in the last finished tick.
func (a *Agent) sets() (active, newest bitset) {
	n := a.code.prog.words
	if n == 1 {
		return a.small[0:1:1], a.small[1:2:2]
	}
	return a.big[:n:n], a.big[n : 2*n : 2*n]
}

func (a *Agent) active() bitset {
	active, _ := a.sets()
	return active
}

// agentFlags records why a tick of an agent must do more than run the tree.
type agentFlags uint8

const (
	hasStimuli agentFlags = 1 << iota // stimuli that are held, or are in the inbox
	hasRequests
	isPaused
	isAsleep
	resetDue
	isSuspended
	hasPeriod
	isTraced // see World.Trace
)

// nodeState is the state of an active node of an agent.
type nodeState struct {
	entered int64  // clock at entry
	memory  any    // for the host of scripts
	cursor  int32  // current child of a sequential node; 0 before the first
	held    uint32 // serial of the stimulus by which the node was entered; 0 for none
	count   int32  // finished rounds of a repeating node, state of a request, or Visit.Cursor of a custom kind
	result  Status // result of a finished child of a parallel; else Running
}

// ID returns the agent's number.
func (a *Agent) ID() AgentID { return a.id }

// Name returns the name that the agent was spawned with. It need not be unique.
func (a *Agent) Name() string { return a.name }

// Tally returns a counter for the host of scripts, such as package luabind. The counter starts at 0. It is in memory
// that a tick reads and writes anyway, so counting costs nothing.
func (a *Agent) Tally() *uint16 { return &a.tally }

// Label returns the name and the number of the agent, as messages show them: "troll#12".
func (a *Agent) Label() string { return a.label }

// World returns the world that the agent lives in.
func (a *Agent) World() *World { return a.world }

// Worker returns the number of the worker that ticks the agent and makes all calls for it, from 0. It never changes.
func (a *Agent) Worker() int { return a.worker.id }

// Program returns the tree that the agent runs.
func (a *Agent) Program() *Program { return a.code.prog }

// Binding returns the code of node i in the agent's worker as Code.Bind has returned it, or nil if the node has none. i must be a node of Program;
// otherwise Binding may panic.
func (a *Agent) Binding(i int) Binding { return a.code.bound[i] }

// mustEnd panics if v is a table that Value.Check refuses, such as one that contains itself. method is in the
// message.
func mustEnd(method string, v value.Value) {
	if v.Table() != nil {
		if err := v.Check(); err != nil {
			panic("engine: " + method + " called with " + err.Error())
		}
	}
}

// Fields returns the agent's data, for reading. Write with Agent.Set; see Fields.
func (a *Agent) Fields() Fields {
	a.mustBeReadable("Agent.Fields")
	return a.fields
}

// Get returns the value of a field, or nil if it was never set.
func (a *Agent) Get(k Key) value.Value {
	a.mustBeReadable("Agent.Get")
	return a.fields.Get(k)
}

// Set sets a field. It does nothing if the agent is not Alive. It panics in a decision, which must not change
// anything, for the zero Key, if the Fields of the agent do not allow setting the field, and if v is a table that
// Value.Check refuses.
func (a *Agent) Set(k Key, v value.Value) {
	// The most frequent call is that of the agent's own hook in Act. Then the world and the agent are open, and no
	// callback runs, since callbacks run after unload.
	if c := &a.worker.ctx; c.agent == a && !c.deciding && c.tape == nil && v.Table() == nil && k != (Key{}) && a.flags&hasPeriod == 0 {
		a.fields.Set(k, v)
		return
	}
	a.set(k, v)
}

// set is Set with all checks.
func (a *Agent) set(k Key, v value.Value) {
	if a.world.inCallback {
		a.world.mustBeIdle("Agent.Set")
	}
	a.mustBeReadable("Agent.Set")
	if k == (Key{}) {
		panic("engine: Agent.Set called with the zero Key; make the key with KeyOf")
	}
	mustEnd("Agent.Set", v)
	if !a.Alive() {
		return
	}
	if a.world.busy != "" {
		a.worker.ctx.mustAct("Agent.Set")
	}
	a.write(k, v)
	// Set is recorded only after the write, since the write may panic.
	if w := a.world; w.journal != nil && w.busy == "" {
		w.journal.c.encodeSet(a.id, k, v)
	} else if c := &a.worker.ctx; c.inTapedCall() {
		c.tape.effects.c.encodeSet(a.id, k, v)
	}
	if a.flags&hasPeriod != 0 && slices.Contains(a.schedule.watch, k) {
		a.world.agents.dueNow(a)
	}
}

// write sets a field, and reports it to World.TraceWrites.
func (a *Agent) write(k Key, v value.Value) {
	w := a.world
	if w.trace == nil {
		a.fields.Set(k, v)
		return
	}
	x := Write{Agent: a, Key: k.Name(), Was: a.fields.Get(k), Is: v}
	if a.fields.Set(k, v); w.busy == "" {
		w.noteGoWrite(x)
	} else {
		a.worker.ctx.noteWrite(x)
	}
}

// Alive reports whether the agent is still in its world, and the world has not been closed.
func (a *Agent) Alive() bool { return !a.gone && !a.world.closed }

// mustBeReadable panics if hooks of other agents are running now, possibly on other goroutines.
func (a *Agent) mustBeReadable(method string) {
	if a.worker.agent != a {
		a.mustBeIdle(method)
	}
}

// mustBeIdle is mustBeReadable for an agent that is not its worker's current agent.
func (a *Agent) mustBeIdle(method string) {
	if w := a.world; w.busy != "" && !w.inCallback {
		panic("engine: " + method + " called during " + w.busy + " for " + a.label + ", which is not the agent of the hook; copy before the tick what hooks and helpers are to know of others")
	}
}

// canAct panics if hooks or callbacks are running now. Otherwise it reports whether the agent can still be changed.
func (a *Agent) canAct(method string) bool {
	a.world.mustBeIdle(method)
	return a.Alive()
}

// Status returns the status of the root in the agent's last tick. It is Failure if the root was not ready.
func (a *Agent) Status() Status {
	a.mustBeReadable("Agent.Status")
	return a.status
}

// Ticks returns the number of ticks of the agent.
func (a *Agent) Ticks() int64 {
	a.mustBeReadable("Agent.Ticks")
	return a.ticks
}

// ActiveNodes returns the active nodes in pre-order.
func (a *Agent) ActiveNodes() []int {
	a.mustBeReadable("Agent.ActiveNodes")
	return a.active().list()
}

// AppendActive appends the active nodes to dst as a set of bits, and returns the result. Node i is bit i%64 of word i/64.
// A set has a word for each 64 nodes of Program, and for the rest.
func (a *Agent) AppendActive(dst []uint64) []uint64 {
	a.mustBeReadable("Agent.AppendActive")
	return append(dst, a.active()...)
}

// NodeActive reports whether node i is active. It panics if i is not a node of Program.
func (a *Agent) NodeActive(i int) bool {
	a.mustBeReadable("Agent.NodeActive")
	a.code.prog.mustHave(i, "Agent.NodeActive", a.label)
	return a.active().has(int32(i))
}

// ActiveFor returns how long node i has been active, or 0 if it is not active. It panics if i is not a node of
// Program.
func (a *Agent) ActiveFor(i int) time.Duration {
	a.mustBeReadable("Agent.ActiveFor")
	a.code.prog.mustHave(i, "Agent.ActiveFor", a.label)
	if !a.active().has(int32(i)) {
		return 0
	}
	return time.Duration(a.world.clock - a.state[i].entered)
}

// Memories yields each node that has a memory, in pre-order, with that memory; see Context.Memory.
func (a *Agent) Memories(yield func(node int, memory any) bool) {
	a.mustBeReadable("Agent.Memories")
	for i := range a.state {
		if m := a.state[i].memory; m != nil && !yield(i, m) {
			return
		}
	}
}

// Importance returns the highest Behavior.Importance among the active nodes, or 0 if
// none has one. A game may let unimportant agents miss ticks; see Sleep.
func (a *Agent) Importance() float64 {
	a.mustBeReadable("Agent.Importance")
	return a.code.prog.importance(a.active())
}

// IsActive reports whether a node of that name is active; see Program.Nodes. It returns false for a name that the
// program does not have, since a reload may remove a node. To find misspelled names, check in a test that Program.Nodes
// does not return nil; Program.NoNode is the error then.
func (a *Agent) IsActive(name string) bool {
	a.mustBeReadable("Agent.IsActive")
	for _, i := range a.code.prog.Nodes(name) {
		if a.active().has(i) {
			return true
		}
	}
	return false
}

// Since returns how long a node of that name has been active, or 0 if none is active. If several are active, it
// returns the longest time. For names that the program does not have, see IsActive.
func (a *Agent) Since(name string) time.Duration {
	a.mustBeReadable("Agent.Since")
	var longest time.Duration
	for _, i := range a.code.prog.Nodes(name) {
		longest = max(longest, a.ActiveFor(int(i)))
	}
	return longest
}

// Pause keeps the agent from being ticked. The agent's nodes stay active. The clock of the world continues, but the
// delta of the agent's next tick does not include the pause.
func (a *Agent) Pause() {
	a.world.mustBeIdle("Agent.Pause")
	a.world.journal.record(a, Input{kind: inputPause})
	a.flags, a.schedule.steps = a.flags|isPaused, 0
	a.world.agents.mayBeDue(a)
}

// Resume undoes Pause.
func (a *Agent) Resume() {
	a.world.mustBeIdle("Agent.Resume")
	a.world.journal.record(a, Input{kind: inputResume})
	a.flags, a.schedule.steps = a.flags&^isPaused, 0
}

// Paused reports whether the agent is paused.
func (a *Agent) Paused() bool {
	a.mustBeReadable("Agent.Paused")
	return a.flags&isPaused != 0
}

// Step lets a paused agent take part in one more tick of the world.
func (a *Agent) Step() {
	a.world.mustBeIdle("Agent.Step")
	if a.flags&isPaused != 0 {
		a.world.journal.record(a, Input{kind: inputStep})
		a.schedule.steps++
	}
}

// Suspend(true) keeps the agent from being ticked, like Pause, until Suspend(false) is called. It is for the host of
// scripts. Resume does not end a suspension.
func (a *Agent) Suspend(on bool) {
	a.world.mustBeIdle("Agent.Suspend")
	a.flags &^= isSuspended
	if on {
		a.flags |= isSuspended
		a.world.agents.mayBeDue(a)
	}
}

// Suspended reports whether the host has suspended the agent.
func (a *Agent) Suspended() bool {
	a.mustBeReadable("Agent.Suspended")
	return a.flags&isSuspended != 0
}

// Sleep makes the agent skip its ticks until d has passed or a stimulus arrives. Active nodes stay active; DT of the
// next tick covers the whole time. If d is 0 or less, Sleep wakes the agent. A game can use Sleep to skip ticks of
// unimportant agents; scripts have bt.sleep.
func (a *Agent) Sleep(d time.Duration) {
	if a.canAct("Agent.Sleep") {
		a.world.journal.record(a, Input{kind: inputSleep, time: max(-maxSaved, min(d, maxSaved))})
		a.world.agents.sleep(a, d)
	}
}

// Abort exits the active nodes of that name and all active nodes below them, last node first, with ExitAborted, and
// reports whether there was one; for the names see Program.Nodes. Nothing else changes: the nodes above stay active, and
// keep whose turn it is. The next tick decides as always, so a node that is still the one to run is entered anew. To keep
// it out, change what its condition reads. To begin a sequence with its first child, abort the sequence.
func (a *Agent) Abort(name string) bool {
	if !a.canAct("Agent.Abort") || !a.IsActive(name) {
		return false
	}
	a.world.journal.record(a, Input{kind: inputAbort, name: name})
	a.world.exit(a, ExitAborted, a.code.prog.Nodes(name)...)
	a.stimuli.dropUsed()
	a.world.agents.dueNow(a)
	a.world.flush()
	return true
}

// Reset exits all active nodes, last node first, and resets everything but the agent's fields: stimuli, requests,
// history, memory, and the random sequence. It does not end a pause. It ends the quarantine of all behaviors that the
// tree of the agent has, for all agents, as World.ClearFaults does. So a game can correct a field that has caused a
// quarantine, and reset the agent.
func (a *Agent) Reset() {
	if !a.canAct("Agent.Reset") {
		return
	}
	a.world.journal.record(a, Input{kind: inputReset})
	a.world.endQuarantinesOf(a.code.prog)
	a.world.exit(a, ExitReset, 0)
	a.worker.reset()
	a.world.flush()
}

// SetTree exits all active nodes of the agent, last node first, and makes it run another tree.
func (a *Agent) SetTree(p *Program) {
	if !a.canAct("Agent.SetTree") {
		return
	}
	a.world.mustRun("Agent.SetTree", p)
	a.world.journal.record(a, Input{kind: inputSetTree, name: p.name})
	a.world.exit(a, ExitSwitched, 0)
	a.world.register(p)
	a.enterProgram(p)
	a.world.flush()
}

// enterProgram makes the agent run a program, with fresh state.
func (a *Agent) enterProgram(p *Program) {
	a.world.code.programs[p][a.worker.id].assign(a)
	a.state = make([]nodeState, p.Len())
	a.persistent = p.newPersistent()
	a.small, a.big = [2]uint64{}, nil
	if p.words > 1 {
		a.big = make(bitset, 2*p.words)
	}
	a.lasted, a.history = 0, newHistory(a.world.opts.History, p.words)
	a.history.since = a.ticks
}

func (wk *worker) reset() {
	a := wk.agent
	wk.exitFrom([]int32{0}, ExitReset)
	a.enterProgram(a.code.prog)
	a.stimuli.held, a.stimuli.inbox, a.requests, a.schedule.sleepUntil = nil, nil, requests{}, 0
	a.flags &= isPaused | isSuspended | hasPeriod | isTraced
	a.rand = NewRand(wk.world.opts.Seed, uint64(a.id))
	wk.world.agents.mayBeDue(a)
}

func label(name string, id AgentID) string {
	if name == "" {
		name = "agent"
	}
	return name + "#" + strconv.FormatInt(int64(id), 10)
}
