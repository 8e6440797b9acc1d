package engine

import "sync"

// worker ticks a share of the agents. It holds the scratch memory of a tick and
// queues for what agents cause outside themselves; the world merges the queues
// in the order of agents, so that the number of workers does not show.
type worker struct {
	world  *World
	id     int
	agents []*Agent // its share, in the world's order
	ctx    Context

	// Of the agent at hand; see load.
	agent     *Agent
	prog      *Program
	nodes     []node
	state     []nodeState
	bound     []Binding
	active    bitset
	ran       bitset
	planned   bitset
	offers    []uint32 // by node: the stimulus that Decide found for it
	observing bool

	plannedBuf bitset
	rehearsed  bitset
	rehearsing bool
	bindings   map[*Program][]Binding
	good       []int64 // by behavior and hook: the last tick with a good call
	impure     []AgentID

	events []Event
	faults []*Fault
	posts  []post
	writes []boardWrite
	logs   []logLine
}

// logLine is what a script wrote to the log.
type logLine struct {
	agent *Agent
	text  string
}

func newWorker(w *World, id int) *worker {
	t := &worker{world: w, id: id, bindings: map[*Program][]Binding{}}
	t.ctx.w = t
	return t
}

// bind makes the code of a program callable in this worker.
func (t *worker) bind(p *Program) {
	bound := make([]Binding, p.Len())
	for i := range p.info {
		if b := p.info[i].behavior; b != nil && b.Code != nil && b.Hooks != 0 {
			bound[i] = b.Code.Bind(t.id, p.info[i].params)
		}
	}
	t.bindings[p] = bound
}

// grow makes room for the records of so many behaviors.
func (t *worker) grow(behaviors int) {
	if n := behaviors * NumHooks; n > len(t.good) {
		t.good = append(t.good, make([]int64, n-len(t.good))...)
	}
}

func (t *worker) tickAll() {
	now := t.world.clock
	for _, a := range t.agents {
		if a.due(now) {
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

// merge takes the queues of all workers and calls f with their elements in the
// order of agents. Within a worker the order is right already.
func merge[T any](w *World, take func(*worker) []T, order func(*T) AgentID, f func(*T)) {
	if len(w.workers) == 1 {
		queue := take(w.workers[0])
		for i := range queue {
			f(&queue[i])
		}
		return
	}
	queues := make([][]T, 0, len(w.workers))
	for _, t := range w.workers {
		if q := take(t); len(q) > 0 {
			queues = append(queues, q)
		}
	}
	for len(queues) > 0 {
		first := 0
		for i := range queues {
			if order(&queues[i][0]) < order(&queues[first][0]) {
				first = i
			}
		}
		f(&queues[first][0])
		if queues[first] = queues[first][1:]; len(queues[first]) == 0 {
			queues = append(queues[:first], queues[first+1:]...)
		}
	}
}

// The take methods empty a queue. Its memory is used again from the next tick
// on; what is taken must be dealt with before that.

func (t *worker) takeEvents() []Event      { return take(&t.events) }
func (t *worker) takeFaults() []*Fault     { return take(&t.faults) }
func (t *worker) takePosts() []post        { return take(&t.posts) }
func (t *worker) takeWrites() []boardWrite { return take(&t.writes) }
func (t *worker) takeLogs() []logLine      { return take(&t.logs) }

func take[T any](q *[]T) []T {
	all := *q
	*q = all[:0]
	return all
}
