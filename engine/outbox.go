package engine

import (
	"cmp"

	"github.com/bough-dev/bough/engine/value"
)

// outbox queues the effects that the agents of a worker have on anything else. The world merges the queues of all
// workers in the order of agents.
type outbox struct {
	events []Event // with the faults and the log lines, in the order of time
	posts  []post
	writes []boardWrite
	turns  []turnResult // of the current tick
	noted  []Write      // for World.TraceWrites
}

// post is a stimulus that was posted but not received yet.
type post struct {
	from, to AgentID
	stimulus Stimulus
}

// boardWrite is a new value for an entry of a board.
type boardWrite struct {
	from  AgentID
	board string
	key   string
	value value.Value
	claim bool // see Context.ClaimBoard
}

// flush carries out the effects that workers have queued. No hooks run from here on.
func (w *World) flush() {
	w.unload()
	busy, telling := w.busy, w.inCallback
	w.busy, w.inCallback = cmp.Or(busy, "a callback"), true
	defer func() { w.busy, w.inCallback = busy, telling }()
	merge(w, func(o *outbox) *[]post { return &o.posts }, func(p *post) AgentID { return p.from }, func(p *post) {
		if a := w.agents.find(p.to); a != nil {
			a.receive(p.stimulus)
		}
	})
	merge(w, func(o *outbox) *[]boardWrite { return &o.writes }, func(b *boardWrite) AgentID { return b.from }, func(b *boardWrite) {
		if b.claim {
			w.boards.claim(b.from, b.board, b.key, b.value)
		} else {
			w.boards.set(b.board, b.key, b.value)
		}
	})
	w.tellWrites()
	w.tell()
}

// flushRest is flush for a tick that has panicked. The next flush would deliver the queues out of order. If a callback
// panics, the rest of its queue is dropped, and the panic of the tick continues.
func (w *World) flushRest() {
	defer func() { _ = recover() }()
	w.flush()
}

// MaxLogLines is the maximum number of lines that all agents together may log in one tick. If there are more, a line
// in the log says so.
const MaxLogLines = 1000

// MaxMarks is the maximum number of marks that all agents together may make in one tick. Others are dropped.
const MaxMarks = 10

// tell counts the faults that workers have queued, and calls OnFault, OnLog, OnMark, observers and traces, for each agent
// in the order of time.
func (w *World) tell() {
	lines, marks := 0, 0
	merge(w, func(o *outbox) *[]Event { return &o.events }, func(e *Event) AgentID { return e.Agent.id }, func(e *Event) {
		switch e.Kind {
		case EventLog:
			lines++
			w.tellLine(e.Agent, e.Text, lines)
		case EventMark:
			if marks++; marks <= MaxMarks && w.opts.OnMark != nil {
				w.opts.OnMark(e.Agent, e.Text)
			}
		case EventFault:
			if w.faults.count(e.Fault); e.Fault.Seen == 1 {
				w.opts.OnFault(e.Fault)
			}
		}
		if e.Kind < EventLog {
			for _, o := range w.observers {
				o.f(*e)
			}
		}
		if e.Agent.flags&isTraced != 0 {
			for _, o := range e.Agent.traces {
				o.f(*e)
			}
		}
	})
}

// tellLine passes a line to OnLog. number is its number among the lines of the tick, from 1.
func (w *World) tellLine(a *Agent, text string, number int) {
	switch {
	case w.opts.OnLog == nil || number > MaxLogLines+1:
	case number > MaxLogLines:
		w.opts.OnLog(a, tr.T("… more lines in this tick, of this agent and those behind it, are left out"))
	default:
		w.opts.OnLog(a, text)
	}
}

// merge calls f with the elements of a queue of all workers in the order of agents, and empties the queues. The
// elements of each worker must be in that order already. f must not add to the queue. If f panics, the other elements
// are dropped, since otherwise each further tick would panic again.
func merge[T any](w *World, queue func(*outbox) *[]T, order func(*T) AgentID, f func(*T)) {
	w.heads = append(w.heads[:0], make([]int, len(w.workers))...)
	defer func() {
		for _, wk := range w.workers {
			q := queue(&wk.out)
			clear(*q)
			*q = (*q)[:0]
		}
	}()
	if len(w.workers) == 1 { // the general case is slower
		for q, i := *queue(&w.workers[0].out), 0; i < len(q); i++ {
			f(&q[i])
		}
		return
	}
	for {
		var first *T
		from := 0
		for k, wk := range w.workers {
			q := *queue(&wk.out)
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
}
