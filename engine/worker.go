package engine

import "sync"

// worker ticks a share of the agents. The results do not depend on the number of workers.
type worker struct {
	world  *World
	id     int
	agents []*Agent // its share, in the order of the world
	turns  []*Agent // those of agents that may take part in the tick; see World.chooseTurns
	slab   slab

	// State of the current agent; see load.
	agent     *Agent
	code      *boundProgram
	prog      *Program
	active    bitset
	observing bool
	ctx       Context

	// State of the current tick.
	tick     int64 // the world's
	decision decision
	ran      bitset
	visits   int      // nodes run
	choices  []Choice // choices of the choosers that are being decided, innermost last
	raised   *raised  // result of the last direct call, if that has panicked and the result is not used yet; else nil

	lastFaultless []int64 // by behavior and hook: the last tick with a call that raised no error
	purity        purity
	out           outbox
}

// decision holds the results of Decide for the current agent. Its sets contain nodes of the agent's program.
type decision struct {
	planned  bitset
	kept     bitset   // active nodes that are neither asked nor exited before Act
	unasked  bitset   // nodes below an interval, planned because they are active
	achieved bitset   // nodes whose own postcondition is true
	offers   []uint32 // by node: serial of the stimulus found for it
	answers  []newAnswer
}

// resize sets the lengths of the sets for a program. The sets must have the capacity.
func (d *decision) resize(words int) {
	d.planned, d.kept, d.unasked, d.achieved = d.planned[:words], d.kept[:words], d.unasked[:words], d.achieved[:words]
}

// clear resets d for a new decision.
func (d *decision) clear() {
	for w := range d.planned {
		d.planned[w], d.kept[w], d.unasked[w] = 0, 0, 0
	}
}

// drop removes the nodes from <= i < to from the plan, and from the kept nodes.
func (d *decision) drop(from, to int32) {
	d.planned.unsetSpan(from, to)
	d.kept.unsetSpan(from, to)
	d.unasked.unsetSpan(from, to)
}

func newWorker(w *World, id int) *worker {
	padded := new(struct { // like makePadded
		_      [128]byte
		worker worker
		_      [128]byte
	})
	wk := &padded.worker
	wk.world, wk.id, wk.ctx.w = w, id, wk
	return wk
}

// slabSize is the number of agents that are allocated at a time. A tick visits them in order, and processors
// prefetch memory that is read in order. A slab is freed only when all of its agents are unused.
const slabSize = 32

// slab is memory for the next agents of a worker. State that ticks do not touch is in a separate array, so that the
// next agent is prefetched. That saves 3 % of a tick.
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

// makePadded makes a slice with at least 128 unused bytes on either side. So the data that a worker writes in each
// tick shares neither a cache line nor two neighboring lines, which processors load together, with data of other
// workers. Workers that take cache lines from each other can be slower than a single one.
func makePadded[E uint32 | uint64 | int64](n int) []E {
	const room = 32 // 128 bytes of the smallest of these types
	return make([]E, n+2*room)[room : room+n : room+n]
}

// unload is the opposite of load: afterwards the worker refers to no agent or program.
func (wk *worker) unload() {
	wk.agent, wk.ctx.agent, wk.ctx.fields = nil, nil, nil
	wk.code, wk.prog, wk.active = nil, nil, nil
}

func (wk *worker) tickAll() {
	wk.tick = wk.world.tick
	for k := 0; k < len(wk.turns); {
		k = wk.tickSome(k)
	}
}

// tickSome ticks agents, beginning with k. If a direct call panics, it stores the result in raised and returns the
// agent whose tick must be finished. Recovering here, and not in each call, makes a tick a tenth shorter.
func (wk *worker) tickSome(k int) (next int) {
	done := false
	defer func() {
		if done || !wk.ctx.viaDirect {
			return // a panic, if there is one, continues
		}
		ans, err := wk.code.direct[wk.ctx.node].Raised(&wk.ctx, wk.ctx.hook, recover())
		wk.raised, next = &raised{ans, err}, k
	}()
	if wk.raised != nil {
		wk.tickFrom(wk.ctx.node)
		k++
	}
	chosen := wk.world.limit != nil
	for now := wk.world.clock; k < len(wk.turns); k++ {
		if a := wk.turns[k]; a.flags == 0 || chosen || a.due(now) {
			wk.tickAgent(a)
		}
	}
	done = true
	return k
}

// raised is the result of a direct call that has panicked.
type raised struct {
	answer Answer
	err    error
}

// takeRaised returns the result of the current call, which has panicked, and clears it.
func (wk *worker) takeRaised() (Answer, error) {
	r := wk.raised
	wk.raised = nil
	return r.answer, r.err
}

// crew holds the goroutines of several workers. They wait between ticks, since
// starting one for each tick would allocate.
type crew struct {
	start []chan struct{}
	done  sync.WaitGroup
}

func (w *World) crewTick() {
	if w.crew == nil {
		w.crew = newCrew(w.workers)
	}
	w.crew.done.Add(len(w.crew.start))
	for _, c := range w.crew.start {
		c <- struct{}{}
	}
	w.workers[0].tickAll()
	w.crew.done.Wait()
}

// newCrew starts a goroutine for each worker but the first, which runs on the
// goroutine that ticks the world.
func newCrew(workers []*worker) *crew {
	c := &crew{}
	for _, wk := range workers[1:] {
		start := make(chan struct{})
		c.start = append(c.start, start)
		go func() {
			for range start {
				wk.tickAll()
				c.done.Done()
			}
		}()
	}
	return c
}

func (c *crew) stop() {
	for _, start := range c.start {
		close(start)
	}
}
