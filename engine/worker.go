package engine

import "sync"

// worker ticks a share of the agents. The results do not depend on the number of workers.
type worker struct {
	world  *World
	id     int
	agents []*Agent // its share, in the world's order
	turns  []*Agent // of these, the ones that may take part in the tick; see World.chooseTurns
	slab   slab

	// Of the agent at hand; see load.
	agent     *Agent
	code      *boundProgram
	prog      *Program
	active    bitset
	observing bool
	ctx       Context

	// Of the tick under way.
	tick     int64 // the world's
	decision decision
	ran      bitset
	visits   int      // nodes run
	choices  []Choice // of the choosers being decided, innermost last
	raised   *raised  // the result of the last direct call if that has panicked and is not handled yet; else nil

	good   []int64 // by behavior and hook: the last tick with a call that raised no error
	purity purity
	out    outbox
}

// decision holds the results of Decide for the agent at hand. Its sets are of nodes of the
// agent's program.
type decision struct {
	planned  bitset
	kept     bitset   // active, and neither asked nor exited before Act
	unasked  bitset   // planned because they are active, below an interval
	achieved bitset   // own postcondition holds
	offers   []uint32 // by node: the stimulus found for it
	answers  []newAnswer
}

// resize sets the length of the sets to that of a program; they have room for it.
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
	apart := new(struct { // as by makeApart
		_      [128]byte
		worker worker
		_      [128]byte
	})
	wk := &apart.worker
	wk.world, wk.id, wk.ctx.w = w, id, wk
	return wk
}

// slabSize is how many agents are allocated at a time. A tick goes through them in their
// order, and processors prefetch memory that is read in order. The price is that a slab is freed
// only when all of its agents are.
const slabSize = 32

// slab is memory for the next agents of a worker. State that ticks do not touch is apart, so that
// the next agent is prefetched: that saves 3 % of a tick.
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

// fit makes room for the nodes of a program and for the records of so many behaviors.
func (wk *worker) fit(p *Program, behaviors int) {
	if n := behaviors * NumHooks; n > len(wk.good) {
		good := makeApart[int64](max(n, 2*len(wk.good)))
		copy(good, wk.good)
		wk.good = good
	}
	if d := &wk.decision; p.Len() > len(d.offers) {
		d.offers = makeApart[uint32](p.Len())
		n := p.words
		sets := bitset(makeApart[uint64](5 * n))
		for i, set := range []*bitset{&d.planned, &d.kept, &d.unasked, &d.achieved, &wk.ran} {
			*set = sets[i*n : (i+1)*n : (i+1)*n]
		}
		wk.code = nil // load resizes the sets
	}
}

// makeApart makes a slice with at least 128 unused bytes on either side. What a worker writes
// in each tick shares no cache line with what others write then, nor the line next to it, which
// processors fetch along: workers that take lines away from each other can be slower than one.
func makeApart[E uint32 | uint64 | int64](n int) []E {
	const room = 32 // 128 bytes of the smallest of these types
	return make([]E, n+2*room)[room : room+n : room+n]
}

// unload is the opposite of load: the worker keeps no agent or program in memory.
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

// tickSome ticks agents from k on. If a direct call panics, it stores the result in raised and
// returns the agent whose tick is to be finished. To recover here, and not in each call, makes a tick
// a tenth shorter.
func (wk *worker) tickSome(k int) (next int) {
	done := false
	defer func() {
		if done || !wk.ctx.direct {
			return // and a panic continues
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

// takeRaised returns the result of the call under way, which has panicked, and clears it.
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
