package engine

import "sync"

// worker ticks a share of the agents. It holds the scratch memory of a tick and
// queues for what agents cause outside themselves; the world merges the queues
// in the order of agents, so that the number of workers does not show.
type worker struct {
	world  *World
	id     int
	agents []*Agent // its share, in the world's order
	slab   []Agent  // room for the next agents
	ctx    Context

	// Of the agent at hand; see load.
	agent     *Agent
	code      *boundProgram
	prog      *Program
	nodes     []node
	bound     []Binding
	active    bitset
	ran       bitset
	planned   bitset
	kept      bitset   // active, and neither asked nor exited in step 2
	unasked   bitset   // planned because they are active, below an interval
	offers    []uint32 // by node: the stimulus that Decide found for it
	observing bool
	tick      int64 // the world's

	plannedBuf bitset
	keptBuf    bitset
	unaskedBuf bitset
	ranBuf     bitset
	achieved   bitset   // nodes whose own postcondition was seen to hold by the last decision
	learned    []lesson // of the decision under way
	choices    []Choice // of the choosers being decided, innermost last
	candidates []scored // likewise
	visits     int      // nodes run in the tick under way
	rehearsed  bitset
	rehearsing bool
	carried    Carried
	bindings   map[*Program]*boundProgram
	shared     []*sharedCode // by BehaviorID: the first of those in use
	good       []int64       // by behavior and hook: the last tick with a good call
	impure     []AgentID

	events []Event
	faults []*Fault
	posts  []post
	writes []boardWrite
	logs   []logLine
}

// boundProgram is the code of a program in one worker, by node. Agents hold it, and follow
// when what is in it is exchanged.
type boundProgram struct {
	prog       *Program
	bound      []Binding
	worker     *worker
	plan       *carryPlan    // of the Reload under way, if agents run it and it is replaced
	agents     int           // that run it
	follows    bool          // the Reload under way exchanges what is in it
	adopted    bool          // see World.adopt; of the first worker's alone
	restarters bitset        // nodes whose code is a Restarter; nil if there are none
	shared     []*sharedCode // by node that has code
}

// sharedCode is the code of a behavior in one worker.
type sharedCode struct {
	behavior *Behavior
	nodes    int         // of bound programs that use it
	next     *sharedCode // of another version
	sets     []sharedBinding
}

// sharedBinding is the code of a behavior for all nodes with the same parameters.
type sharedBinding struct {
	params Params
	bound  Binding
}

// logLine is what a script wrote to the log.
type logLine struct {
	agent *Agent
	text  string
}

func newWorker(w *World, id int) *worker {
	t := &worker{world: w, id: id, bindings: map[*Program]*boundProgram{}}
	t.ctx.w = t
	return t
}

// slabSize is how many agents are allocated at a time. A tick goes through them
// in their order, and neighbors in memory are fetched ahead. The price is that a
// slab is freed only when none of its agents is in use any more.
const slabSize = 32

func (t *worker) newAgent() *Agent {
	if len(t.slab) == 0 {
		t.slab = make([]Agent, slabSize)
	}
	a := &t.slab[0]
	t.slab = t.slab[1:]
	return a
}

// bind makes the code of a program callable in this worker.
func (t *worker) bind(p *Program) {
	code := &boundProgram{prog: p, worker: t, bound: make([]Binding, p.Len()), shared: make([]*sharedCode, 0, p.Len())}
	for i, b := range p.behaviors {
		if b != nil && b.Code != nil && b.Hooks != 0 {
			known := t.sharedCode(b)
			known.nodes++
			code.shared = append(code.shared, known)
			code.bind(int32(i), t.binding(known, p.info[i].params))
		}
	}
	t.bindings[p] = code
	if p.Len() > len(t.offers) {
		t.offers = make([]uint32, p.Len())
		t.plannedBuf, t.keptBuf, t.ranBuf = make(bitset, p.words), make(bitset, p.words), make(bitset, p.words)
		t.unaskedBuf, t.achieved = make(bitset, p.words), make(bitset, p.words)
		t.code = nil // it is used with the old ones
	}
}

// bind enters the code of a node.
func (code *boundProgram) bind(i int32, b Binding) {
	code.bound[i] = b
	if _, ok := b.(Restarter); ok {
		if code.restarters == nil {
			code.restarters = make(bitset, code.prog.words)
		}
		code.restarters.set(i)
	}
}

// maxShared bounds the sets of parameters that are remembered for a behavior. Their
// comparison would take longer than it saves, and few behaviors have so many.
const maxShared = 16

// sharedCode returns what is known of the code of a behavior.
func (t *worker) sharedCode(b *Behavior) *sharedCode {
	b.mustHaveID()
	if n := int(b.ID) + 1; n > len(t.shared) {
		t.shared = append(t.shared, make([]*sharedCode, n-len(t.shared))...)
	}
	for known := t.shared[b.ID]; known != nil; known = known.next {
		if known.behavior == b {
			return known
		}
	}
	known := &sharedCode{behavior: b, next: t.shared[b.ID]}
	t.shared[b.ID] = known
	return known
}

// forget frees the code of a behavior that no node uses any more.
func (t *worker) forget(known *sharedCode) {
	at := &t.shared[known.behavior.ID]
	for *at != known {
		at = &(*at).next
	}
	*at = known.next
}

// binding returns the code of a behavior for a node with some parameters.
func (t *worker) binding(known *sharedCode, params Params) Binding {
	for i := range known.sets {
		if known.sets[i].params.Equal(params) {
			return known.sets[i].bound
		}
	}
	if len(known.sets) == maxShared {
		known.sets = nil
	}
	b := known.behavior
	bound := b.Code.Bind(t.id, params)
	if t.world.wrap != nil {
		bound = t.world.wrap(b, bound)
	}
	known.sets = append(known.sets, sharedBinding{params, bound})
	return bound
}

// unbind is the opposite of bind.
func (t *worker) unbind(code *boundProgram) {
	for _, known := range code.shared {
		if known.nodes--; known.nodes == 0 {
			t.forget(known)
		}
	}
	delete(t.bindings, code.prog)
}

// grow makes room for the records of so many behaviors.
func (t *worker) grow(behaviors int) {
	if n := behaviors * NumHooks; n > len(t.good) {
		t.good = append(t.good, make([]int64, n-len(t.good))...)
	}
}

func (t *worker) tickAll() {
	now := t.world.clock
	t.tick = t.world.tick
	for _, a := range t.agents {
		if a.extra == 0 || a.due(now) {
			t.tickAgent(a)
		}
	}
}

// crew are the goroutines of several workers. They wait between ticks, since
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
	for _, t := range workers[1:] {
		start := make(chan struct{})
		c.start = append(c.start, start)
		go func() {
			for range start {
				t.tickAll()
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

// merge calls f with the elements of a queue of all workers in the order of
// agents, and empties the queues. Within a worker the order is right already.
// Nothing may be queued meanwhile.
func merge[T any](w *World, queue func(*worker) *[]T, order func(*T) AgentID, f func(*T)) {
	w.heads = append(w.heads[:0], make([]int, len(w.workers))...)
	for {
		var first *T
		from := 0
		for k, t := range w.workers {
			q := *queue(t)
			if h := w.heads[k]; h < len(q) && (first == nil || order(&q[h]) < order(first)) {
				first, from = &q[h], k
			}
		}
		if first == nil {
			break
		}
		w.heads[from]++
		f(first)
	}
	for _, t := range w.workers {
		q := queue(t)
		clear(*q)
		*q = (*q)[:0]
	}
}

func (t *worker) eventQueue() *[]Event      { return &t.events }
func (t *worker) faultQueue() *[]*Fault     { return &t.faults }
func (t *worker) postQueue() *[]post        { return &t.posts }
func (t *worker) writeQueue() *[]boardWrite { return &t.writes }
func (t *worker) logQueue() *[]logLine      { return &t.logs }
