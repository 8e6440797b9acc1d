//go:build !luacore

package luabind

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/engine"
)

// Bounds on what is kept from tick to tick, unless Options say otherwise.
const (
	// DefaultKeep is how many bytes an agent or a file may keep.
	DefaultKeep = 8 << 20
	// DefaultKeepTogether is how many bytes all agents together may keep.
	DefaultKeepTogether = 512 << 20
)

// An agent is counted when it has carried out so many instructions that it may have come
// to keep much more, which are many more than counting takes.
const (
	// dueSteps is after how many instructions an agent is looked at for the first time.
	dueSteps = 16 << 10
	// stepsPerThing is how many there are for each thing that the last count looked at.
	stepsPerThing = 128
	// keptPerStep is what an instruction is taken to add at least, of who has grown: the
	// next count comes when the bound may have been reached. Who has grown faster is taken
	// to go on so.
	keptPerStep = 8
	// countsPerTick is how many things are looked at between two ticks, and one more for
	// each stepsPerCount instructions of those who have become due. The last agent is
	// counted to its end.
	countsPerTick = 10_000
	stepsPerCount = 4
	// recountEvery is after how many ticks those who keep too much are counted anew, and
	// recounted how many these may be; for twice as many it is twice as long.
	recountEvery = 64
	recounted    = 4
)

// spent is what an agent has carried out.
type spent struct {
	agent *engine.Agent
	steps int
}

// kept knows what agents and files keep. It belongs to the goroutine that ticks the world.
type kept struct {
	runtime  *Runtime
	limit    int // 0 means none
	all      int // likewise
	tick     int
	records  map[*engine.Agent]*record // of agents that have been due
	due      []*record
	together int // bytes of all records
	files    fileCensus
	weigher  weigher
}

// record is what is known of an agent.
type record struct {
	agent   *engine.Agent
	steps   int  // carried out since the last count
	every   int  // how many make it due
	bytes   int  // at the last count
	hard    int  // with more its hooks are not called; 0 unless it keeps too much
	cut     bool // the last count ended early; bytes are not all
	waiting bool
}

// begin takes over the options.
func (k *kept) begin(r *Runtime, o Options) {
	k.runtime, k.records = r, map[*engine.Agent]*record{}
	k.limit, k.all = max(0, cmp.Or(o.Keep, DefaultKeep)), max(0, cmp.Or(o.KeepTogether, DefaultKeepTogether))
}

// Census counts what agents and files keep, as far as it is time for some of them, and
// gives emptied tables their room back. Those found to keep too much cannot keep more from
// then on: a hook of theirs that tries raises an error. A game does this after each
// tick; who ticks an engine.World without one calls it there.
func (r *Runtime) Census() {
	k := &r.kept
	k.tick++
	waiting, steps := len(k.due), k.files.steps
	for _, s := range r.states {
		s.endTurn()
		for _, x := range s.spent {
			k.note(x)
		}
		clear(s.spent)
		s.spent = s.spent[:0]
		s.forget()
	}
	steps = k.files.steps - steps
	k.hold()
	if k.tick%recountEvery == 0 {
		k.review()
	}
	k.files.note(k)
	if len(k.due) > 0 || len(k.files.due) > 0 {
		slices.SortFunc(k.due[waiting:], func(x, y *record) int { return cmp.Compare(x.agent.ID(), y.agent.ID()) })
		k.count(countsPerTick + steps/stepsPerCount)
	}
}

// note adds what an agent has carried out, and has it counted if that is enough.
func (k *kept) note(x spent) {
	k.weigher.world = x.agent.World()
	rec := k.records[x.agent]
	if rec == nil {
		rec = &record{agent: x.agent, every: dueSteps}
		k.records[x.agent] = rec
	}
	k.files.steps += x.steps
	if rec.steps += x.steps; rec.steps >= rec.every {
		k.queue(rec)
	}
}

func (k *kept) queue(rec *record) {
	if !rec.waiting {
		rec.waiting = true
		k.due = append(k.due, rec)
	}
}

// hold takes those out of the ticks who went on growing and have been told so: to go on
// raising errors would put the behaviors of others into quarantine.
func (k *kept) hold() {
	for _, s := range k.runtime.states {
		for a, e := range s.over {
			if e.raised {
				a.Hold(true)
			}
		}
	}
}

// review forgets agents that are gone and has those counted that keep too much.
func (k *kept) review() {
	for a, rec := range k.records {
		if !a.Alive() {
			k.together -= rec.bytes
			delete(k.records, a)
			delete(k.runtime.states[a.Worker()].over, a)
		}
	}
	over := 0
	for _, s := range k.runtime.states {
		over += len(s.over)
	}
	if k.tick/recountEvery%max(1, over/recounted) != 0 {
		return
	}
	for _, s := range k.runtime.states {
		for a, e := range s.over {
			e.waited = e.refused
			k.queue(k.records[a])
		}
	}
}

// count counts those that are due for as long as there is room.
func (k *kept) count(room int) {
	room = k.files.count(k, room)
	n := 0
	for ; n < len(k.due) && room > 0; n++ {
		rec := k.due[n]
		rec.waiting = false
		if rec.agent.Alive() {
			room -= k.countAgent(rec)
		}
	}
	k.due = slices.Delete(k.due, 0, n)
}

// countAgent counts one agent, and returns how many things it has looked at.
func (k *kept) countAgent(rec *record) int {
	s := k.runtime.states[rec.agent.Worker()]
	w := &k.weigher
	defer w.end()
	stop, glance := k.stop(rec.hard, rec.cut), s.over[rec.agent] != nil && rec.steps < rec.every
	if glance { // it has not done enough to grow; it may keep less by now
		if stop = k.limitOf(); stop == 0 {
			stop = maxWeighed
		}
	}
	if !w.agent(s, rec.agent, stop) {
		return 0
	}
	if glance && w.cut() {
		return w.things
	}
	rec.cut = w.cut()
	w.bytes -= w.compact()
	grown := w.bytes - rec.bytes
	k.together += grown
	rec.every = k.interval(w, grown, rec.steps)
	rec.bytes, rec.steps = w.bytes, 0
	limit := k.limitOf()
	if limit == 0 || rec.bytes <= limit {
		rec.hard = 0
		delete(s.over, rec.agent)
		rec.agent.Hold(false)
		return w.things
	}
	if rec.hard == 0 && !rec.cut {
		rec.hard = rec.bytes + limit
	}
	e := w.excess(rec.agent.Label(), limit, rec.hard > 0 && rec.bytes > rec.hard)
	e.hint, e.end = hintKept, "the agent is not ticked until it keeps less or a file is saved"
	if last := s.over[rec.agent]; last != nil {
		e.worst, e.raised, e.waited = last.worst, last.raised, last.waited
	}
	s.over[rec.agent] = e
	return w.things
}

// interval returns after how many instructions who was counted is counted again, by how
// many bytes it has grown in how many of them.
func (k *kept) interval(w *weigher, grown, carriedOut int) int {
	steps, grew := stepsPerThing*w.things, grown > 0
	perStep := max(keptPerStep, grown/max(carriedOut, 1))
	if k.limit > 0 {
		steps = min(steps, k.limit)
		if grew {
			steps = min(steps, (k.limit-w.bytes)/perStep)
		}
	}
	if k.all > 0 && grew {
		steps = min(steps, (k.all-k.together)/perStep/len(k.records))
	}
	return max(steps, dueSteps)
}

// stop returns at how many bytes a count may end, since more changes nothing. Who keeps
// too much is told to have grown only if all was counted once: so the count after one that
// ended early goes on to the end.
func (k *kept) stop(hard int, cut bool) int {
	if k.limit == 0 || cut && hard == 0 {
		return maxWeighed
	}
	return hard + stopLimits*k.limit
}

// stopLimits is how many times the bound a count goes beyond what matters.
const stopLimits = 8

// maxWeighed bounds a count where nothing else does.
const maxWeighed = 1 << 40

// limitOf returns what an agent may keep: the limit of each or, if all together keep too
// much, an equal share of that; 0 means anything.
func (k *kept) limitOf() int {
	if k.all == 0 || k.together <= k.all {
		return k.limit
	}
	share := max(k.all/len(k.records), 1)
	if k.limit == 0 {
		return share
	}
	return min(share, k.limit)
}

// agent counts what an agent keeps. It answers false if its fields do not live in Lua.
func (w *weigher) agent(s *State, a *engine.Agent, stop int) bool {
	f, ok := a.Fields().(*fields)
	if !ok {
		return false
	}
	f.reserve(a.ID(), a.Name())
	w.begin(s, nil, stop)
	w.agentRoots(a, f)
	w.run()
	return true
}

// agentRoots adds all by which an agent keeps things.
func (w *weigher) agentRoots(a *engine.Agent, f *fields) {
	w.root("agent", f.table())
	for node, memory := range a.Memories {
		m, ok := memory.(*nodeMemory)
		if !ok {
			continue
		}
		path := a.Program().Path(node)
		if m.table != nil {
			w.root("memory of "+path, m.table)
		}
		if m.co != nil {
			w.root("run of "+path, m.co)
		}
		if m.until != nil {
			w.root("what "+path+" waits for", m.until)
		}
	}
}

// excess returns what holds back who was counted.
func (w *weigher) excess(who string, limit int, refused bool) *excess {
	e := &excess{state: w.state, who: who, bytes: w.bytes, limit: limit, refused: refused}
	for _, h := range w.largest {
		e.largest = append(e.largest, swelling{h, w.path(h.at)})
		if h.bytes >= watchedBytes && watchedPart*h.bytes >= w.bytes {
			e.watched++
		}
	}
	return e
}

// What a table must take at least for it to be watched: that a small one grows is no harm.
const (
	watchedBytes = 4 << 10
	// watchedPart is which part of all bytes that must be. A list of tables with a few
	// fields takes a fiftieth of what is in it.
	watchedPart = 128
)

// installed has those who keep too much counted, and their hooks called again, so that what
// was saved can put it right: they may grow by what others may keep.
func (k *kept) installed(chunks []*Chunk) {
	k.files.installed(chunks)
	for _, s := range k.runtime.states {
		for a, e := range s.over {
			rec := k.records[a]
			rec.hard, rec.steps = rec.bytes+max(k.limit, e.limit), 0
			if rec.cut {
				rec.hard = 0
			}
			e.refused, e.raised, e.waited, e.worst = false, false, false, usage{}
			a.Hold(false)
		}
	}
}
