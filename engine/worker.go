package engine

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// worker ticks a share of the agents. The results do not depend on the number of workers.
type worker struct {
	world  *World
	id     int
	agents []int32 // indexes of the worker's agents in World.agents, in ascending order
	turns  []int32 // indexes of the agents that may take part in the tick; see World.chooseTurns
	slab   slab

	// The state for the current agent; see load.
	agent     *Agent
	code      *boundProgram
	prog      *Program
	active    bitset
	observing agentFlags // not 0 if the agent's events are wanted
	ctx       Context

	observed agentFlags // isTraced if the events of all agents are wanted, else 0

	// The state for the current tick.
	tick     int64 // number of the world's tick
	decision decision
	ran      bitset
	visits   int      // number of visited nodes
	choices  []Choice // choices of the choosers that are being decided, innermost last
	held     held     // the result of the last direct call, if the walk must still use it

	lastFaultless []int64 // by behavior and hook: the last tick in which a call raised no error
	errors        uint64  // number of errors so far, by which pick sees that there was one
	purity        purity
	out           outbox
}

// decision contains the results of Decide for the current agent. Its sets contain nodes of the agent's program.
type decision struct {
	planned  bitset
	kept     bitset   // active nodes that are neither asked nor exited before Act
	unasked  bitset   // nodes below an interval that are planned because they are active
	achieved bitset   // nodes whose own postcondition is true
	offers   []uint32 // by node: serial of the stimulus that the decision has found for it
	answers  []newAnswer
	numbers  []newNumber
}

// resize sets the lengths of the sets for a program. The sets must have enough capacity.
func (d *decision) resize(words int) {
	d.planned, d.kept, d.unasked, d.achieved = d.planned[:words], d.kept[:words], d.unasked[:words], d.achieved[:words]
}

// clear resets d for a new decision.
func (d *decision) clear() {
	for w := range d.planned {
		d.planned[w], d.kept[w], d.unasked[w] = 0, 0, 0
	}
	d.numbers = d.numbers[:0]
}

// continues reports whether the planned nodes are the active nodes, all of them are in code.steady, and there is at
// least one.
func (d *decision) continues(active uint64, code *boundProgram) bool {
	planned := d.planned[0]
	return planned != 0 && planned == active && planned&^code.steady == 0
}

// drop removes the nodes from <= i < to from the plan and from the kept nodes.
func (d *decision) drop(from, to int32) {
	d.planned.unsetSpan(from, to)
	d.kept.unsetSpan(from, to)
	d.unasked.unsetSpan(from, to)
}

func newWorker(w *World, id int) *worker {
	padded := new(struct { // see makePadded
		_      [128]byte
		worker worker
		_      [128]byte
	})
	wk := &padded.worker
	wk.world, wk.id, wk.ctx.w = w, id, wk
	return wk
}

// slabSize is the number of agents that are allocated at a time. A tick visits them in order, and processors
// prefetch memory that is read in order. A slab can be freed only when all of its agents are unused.
const slabSize = 32

// slab is memory for the next agents of a worker. State that ticks do not touch is in a separate array, so that the
// next agent is prefetched. This saves 3% of the time of a tick.
type slab struct {
	agents []Agent
	rests  []coldState
}

// next returns an empty agent with its coldState.
func (s *slab) next() *Agent {
	if len(s.agents) == 0 {
		s.agents, s.rests = make([]Agent, slabSize), make([]coldState, slabSize)
	}
	a := &s.agents[0]
	a.coldState = &s.rests[0]
	s.agents, s.rests = s.agents[1:], s.rests[1:]
	return a
}

// fit makes room for the nodes of a program and for the records of a number of behaviors.
func (wk *worker) fit(p *Program, behaviors int) {
	if n := behaviors * NumHooks; n > len(wk.lastFaultless) {
		grown := makePadded[int64](max(n, 2*len(wk.lastFaultless)))
		copy(grown, wk.lastFaultless)
		wk.lastFaultless = grown
	}
	if d := &wk.decision; p.Len() > len(d.offers) {
		d.offers = makePadded[uint32](p.Len())
		n := p.words
		sets := bitset(makePadded[uint64](5 * n))
		for i, set := range []*bitset{&d.planned, &d.kept, &d.unasked, &d.achieved, &wk.ran} {
			*set = sets[i*n : (i+1)*n : (i+1)*n]
		}
		wk.code = nil // load resizes the sets
	}
}

// makePadded returns a slice with at least 128 unused bytes on either side. So the data that a worker writes in
// each tick is at least two cache lines away from data of other workers; processors load neighboring lines
// together. Workers that share cache lines can be slower than a single worker.
func makePadded[E uint32 | uint64 | int64](n int) []E {
	const room = 32 // 128 bytes of the smallest element type
	return make([]E, n+2*room)[room : room+n : room+n]
}

// unload unloads all workers. It is called when no hook of an operation runs any more, before the callbacks.
func (w *World) unload() {
	for _, wk := range w.workers {
		wk.unload()
	}
}

// unload undoes load: afterwards the worker refers to no agent or program, and its Context cannot be used.
func (wk *worker) unload() {
	wk.agent, wk.ctx.agent = nil, nil
	wk.code, wk.prog, wk.active = nil, nil, nil
}

// tickAll ticks the agents of the worker. If Go code panics or ends the goroutine (runtime.Goexit) in the tick of an
// agent, tickAll ticks the agents behind it while that panic waits, so that its stack remains. Otherwise a mistake that
// shows in each tick would stop these agents for ever.
func (wk *worker) tickAll() {
	wk.tick, wk.out.turns = wk.world.tick, wk.out.turns[:0]
	done := false
	defer func() {
		if !done {
			wk.tickOthers(wk.abandon())
		}
	}()
	for k := 0; k < len(wk.turns); {
		k = wk.tickSome(k)
	}
	done = true
}

// tickOthers ticks the agents from position k of turns on. If the tick of one panics, that panic is dropped, since the
// first one continues.
func (wk *worker) tickOthers(k int) {
	for k < len(wk.turns) {
		k = wk.tickRecovering(k)
	}
}

// tickRecovering is like tickSome, and recovers from a panic. It returns the position behind the agent that has
// panicked.
func (wk *worker) tickRecovering(k int) (next int) {
	done := false
	defer func() {
		if done {
			return
		}
		if next = wk.abandon(); recover() == nil {
			wk.tickOthers(next) // the goroutine ends
		}
	}()
	next = wk.tickSome(k)
	done = true
	return next
}

// abandon clears the state of the current agent, whose tick has panicked. Otherwise this state would affect the next
// agents, and hooks that run between ticks. abandon returns the position behind the agent in turns.
func (wk *worker) abandon() (next int) {
	wk.held, wk.ctx.deciding, wk.purity.dryRun = held{}, false, false
	wk.ran.reset()
	wk.decision.answers, wk.decision.numbers, wk.choices = wk.decision.answers[:0], wk.decision.numbers[:0], wk.choices[:0]
	return slices.Index(wk.turns, wk.agent.index) + 1
}

// tickSome ticks agents, beginning at position k of turns. If a direct call panics, tickSome stores the result in
// raised and returns the position of the agent whose tick must be finished. Recovering here instead of in each call
// saves a tenth of the time of a tick.
func (wk *worker) tickSome(k int) (next int) {
	done := false
	defer func() {
		if done || !wk.ctx.viaDirect {
			return // if there was a panic, it continues
		}
		r := recover()
		if r == nil {
			return // runtime.Goexit
		}
		ans, err := wk.code.walk[wk.ctx.node].Raised(&wk.ctx, wk.ctx.hook, r)
		wk.held, next = held{true, ans, err}, k
	}()
	if wk.held.set {
		wk.tickFrom(wk.ctx.node)
		k++
	}
	w := wk.world
	agents, dueFrom, chosen := w.agents.list, w.agents.dueFrom, w.limit != nil
	for now := w.clock; k < len(wk.turns); k++ {
		i := wk.turns[k]
		if dueFrom[i] > now {
			continue
		}
		if a := agents[i]; a.flags == 0 || chosen || w.agents.due(a, now) {
			wk.tickAgent(a)
		}
	}
	done = true
	return k
}

// held is the result of a direct call that the walk could not use at once: the call has panicked, or actSteady has
// ended with it. The walk continues at the node of the call, and uses the result instead of calling the hook.
type held struct {
	set    bool
	answer Answer
	err    error
}

// take returns the result, and clears it.
func (h *held) take() (Answer, error) {
	was := *h
	*h = held{}
	return was.answer, was.err
}

// crew holds the goroutines of several workers. They wait between ticks, since starting a goroutine in each tick
// would allocate.
type crew struct {
	start  []chan struct{}
	last   chan struct{} // starts a goroutine that does nothing; see wake
	done   sync.WaitGroup
	failed []error // by worker but the first: the panic of its last tick, or nil
}

func (w *World) crewTick() {
	if w.crew == nil {
		w.crew = newCrew(w.workers)
	}
	w.crew.wake()
	defer w.crew.wait()
	w.workers[0].tickAll()
}

// wake starts a tick of the other workers. Go keeps the goroutine that was woken last for the processor of the
// goroutine that woke it. On Linux, another processor takes it only after some 60 µs. So the goroutine that is woken
// last does nothing. This saves a tenth of the tick of 10,000 guards with two workers.
func (c *crew) wake() {
	c.done.Add(len(c.start))
	for _, start := range c.start {
		start <- struct{}{}
	}
	c.last <- struct{}{}
}

// wait waits for the other workers. If a worker has panicked, wait panics with its value or, if several have, with that
// of the first. So a game can recover from a panic of its code with any number of workers. wait must be deferred.
func (c *crew) wait() {
	c.done.Wait()
	if p := recover(); p != nil {
		panic(p)
	}
	for _, err := range c.failed {
		if err != nil {
			panic(err)
		}
	}
}

// workerPanic is a panic on the goroutine of a worker.
type workerPanic struct {
	value any
	stack []byte
}

// Error returns the value of the panic and the stack of the worker.
func (p *workerPanic) Error() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// Unwrap returns the value of the panic if it is an error.
func (p *workerPanic) Unwrap() error {
	err, _ := p.value.(error)
	return err
}

// newCrew starts a goroutine for each worker but the first, which runs on the world's goroutine.
func newCrew(workers []*worker) *crew {
	c := &crew{failed: make([]error, len(workers)), last: make(chan struct{})}
	go func() {
		for range c.last {
		}
	}()
	for _, wk := range workers[1:] {
		start := make(chan struct{})
		c.start = append(c.start, start)
		go c.run(wk, start)
	}
	return c
}

var errGoexit = errors.New("engine: a behavior or helper in Go has ended the goroutine of its worker (runtime.Goexit)")

// run ticks the agents of a worker for each element of start. If a behavior ends the goroutine, run
// starts another one.
func (c *crew) run(wk *worker, start chan struct{}) {
	closed := false
	defer func() {
		if !closed {
			go c.run(wk, start)
		}
	}()
	for range start {
		c.tick(wk)
	}
	closed = true
}

func (c *crew) tick(wk *worker) {
	defer c.done.Done()
	c.failed[wk.id] = errGoexit
	defer func() {
		if p := recover(); p != nil {
			c.failed[wk.id] = &workerPanic{p, debug.Stack()}
		}
	}()
	wk.tickAll()
	c.failed[wk.id] = nil
}

func (c *crew) stop() {
	for _, start := range c.start {
		close(start)
	}
	close(c.last)
}
