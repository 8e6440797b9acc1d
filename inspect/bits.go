package inspect

import (
	"maps"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
)

// history has the nodes that all agents ran, tick by tick. For each agent it keeps runs of ticks with equal sets of nodes,
// and each set once for all agents of a tree. Only the goroutine of the game calls look; all goroutines may read.
//
// When the runs take more than limit bytes, the oldest quarter of the ticks is dropped.
type history struct {
	mu    sync.Mutex
	limit int
	bytes int
	whole int64 // first tick of which all agents are known; before it only those are that remember it themselves
	first int64 // first known tick
	last  int64 // last known tick; first-1 if there is none
	order []*track
	byID  map[engine.AgentID]*track // with agents that are gone
	sets  map[*tree]*setTable
	words []uint64 // scratch
}

// historyBytes is the default of history.limit.
const historyBytes = 64 << 20

// setTable has the different sets of nodes of a tree.
type setTable struct {
	list []nodeSet
	at   map[string]int32
	key  []byte // scratch
}

// nodeSet is a set of nodes that ran in a tick. It does not change.
type nodeSet struct{ words []uint64 }

// idle is the set of an agent that took no part in a tick.
const idle = -1

// run is a run of ticks, up to the next run, with the same set.
type run struct {
	from uint32 // tick; 2^32 ticks are two years at 60 a second
	set  int32  // in the table of the part's tree, or idle
}

// The sizes that history.bytes counts, roughly.
const (
	runBytes   = 8
	partBytes  = 64
	trackBytes = 256
)

// track is the past of one agent. The goroutine of the game alone writes and reads the fields after parts.
type track struct {
	agent *engine.Agent // nil if it is gone
	id    engine.AgentID
	label string
	gone  int64 // first tick without the agent; 0 if it is in the world
	parts []part

	ticks  int64 // Agent.Ticks and Agent.RanFor when the agent was looked at
	ranFor int
	prog   *engine.Program // nil if there is no part
	now    int32           // set of the last run, or idle
	set    int32           // set of the last turn

	// Of the crowd: the node that was shown last, its program, and the tick since which it is active.
	shown      int32
	shownOf    *engine.Program
	shownSince int64
}

// part is a part of the past in which the agent ran one tree. Its runs only grow, so that a copy of the slice can be read
// while the game goes on.
type part struct {
	tree *tree
	from int64
	runs []run
}

func newHistory(limit int) *history {
	return &history{limit: limit, byID: map[engine.AgentID]*track{}, sets: map[*tree]*setTable{}, first: 1}
}

// reset forgets everything; tick is the last tick of the world.
func (h *history) reset(tick int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.order, h.byID, h.sets = nil, map[engine.AgentID]*track{}, map[*tree]*setTable{}
	h.bytes, h.whole, h.first, h.last = 0, tick+1, tick+1, tick
}

// meet notes the agents of a world of which nothing is known yet, so that look knows which of them took part in a tick.
func (h *history) meet(w *engine.World) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for a := range w.Agents() {
		t := h.track(a)
		t.ticks, t.ranFor = a.Ticks(), a.RanFor()
		h.order = append(h.order, t)
	}
}

// backfill takes the ticks that agents remember themselves. For agents that have taken part in each tick of the world it
// knows when these were; of others it is not known.
func (h *history) backfill(w *engine.World, of func(*engine.Program) *tree) {
	h.meet(w)
	h.mu.Lock()
	defer h.mu.Unlock()
	now := w.TickCount()
	for _, t := range h.order {
		a := t.agent
		if a.Ticks() != now || now == 0 {
			continue
		}
		type span struct {
			ticks int
			set   int32
		}
		var spans []span
		tr := of(a.Program())
		table := h.table(tr)
		to := now
		for ticks, set := range a.RanSpans {
			i := h.intern(table, set)
			spans = append(spans, span{ticks, i})
			to -= int64(ticks)
		}
		h.first = min(h.first, to+1)
		p := part{tree: tr, from: to + 1}
		for _, s := range slices.Backward(spans) {
			p.runs = append(p.runs, run{uint32(to + 1), s.set})
			t.set = s.set
			to += int64(s.ticks)
		}
		if len(p.runs) > 0 {
			t.parts, t.prog, t.now = append(t.parts, p), a.Program(), t.set
			h.bytes += partBytes + len(p.runs)*runBytes
		}
	}
	h.last = now
}

func (h *history) track(a *engine.Agent) *track {
	t := &track{agent: a, id: a.ID(), label: a.Label(), set: idle, shown: -1}
	h.byID[t.id] = t
	h.bytes += trackBytes
	return t
}

func (h *history) table(tr *tree) *setTable {
	s := h.sets[tr]
	if s == nil {
		s = &setTable{at: map[string]int32{}}
		h.sets[tr] = s
	}
	return s
}

// intern returns the number of a set, and adds it if it is new.
func (h *history) intern(s *setTable, words []uint64) int32 {
	s.key = s.key[:0]
	for _, w := range words {
		s.key = append(s.key, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	if i, ok := s.at[string(s.key)]; ok {
		return i
	}
	set := nodeSet{slices.Clone(words)}
	i := int32(len(s.list))
	s.list = append(s.list, set)
	s.at[string(s.key)] = i
	h.bytes += 2*len(s.key) + 64
	return i
}

func (s *nodeSet) has(i int) bool {
	return i>>6 < len(s.words) && s.words[i>>6]&(1<<(uint(i)&63)) != 0
}

// look notes what all agents ran in the last tick of the world. of returns the tree of a program. An agent that ran the
// same nodes as in the tick before takes only a comparison.
func (h *history) look(w *engine.World, of func(*engine.Program) *tree) {
	h.mu.Lock()
	defer h.mu.Unlock()
	tick := w.TickCount()
	i, moved := 0, []*track(nil)
	for a := range w.Agents() {
		var t *track
		if moved == nil && i < len(h.order) && h.order[i].agent == a {
			t = h.order[i]
			i++
		} else {
			if moved == nil { // agents have come or gone
				moved = append(make([]*track, 0, w.Len()), h.order[:i]...)
			}
			if t = h.byID[a.ID()]; t == nil || t.agent != a {
				t = h.track(a)
			}
			moved = append(moved, t)
		}
		h.turn(t, a, tick, of)
	}
	if moved != nil || i < len(h.order) {
		if moved == nil {
			moved = slices.Clone(h.order[:i])
		}
		for _, t := range h.order {
			if !t.agent.Alive() {
				t.gone, t.agent, t.prog, t.shownOf = tick, nil, nil, nil // so that they can be freed
			}
		}
		h.order = moved
	}
	h.last = tick
	if h.bytes > h.limit {
		h.trim(h.first + max((h.last-h.first)/4, 1))
	}
}

func (h *history) turn(t *track, a *engine.Agent, tick int64, of func(*engine.Program) *tree) {
	ticks, ranFor, prog := a.Ticks(), a.RanFor(), a.Program()
	if prog == t.prog {
		switch {
		case ticks == t.ticks: // it took no part
			if t.now != idle {
				h.add(t, tick, idle)
			}
			t.ranFor = ranFor
			return
		case ticks == t.ticks+1 && ranFor == t.ranFor+1 && ranFor > 1 && t.set != idle:
			if t.now == idle {
				h.add(t, tick, t.set)
			}
			t.ticks, t.ranFor = ticks, ranFor
			return
		}
	}
	tr := of(prog)
	took := ticks != t.ticks
	t.ticks, t.ranFor = ticks, ranFor
	fresh := t.prog == nil || t.last().tree != tr
	if fresh {
		t.parts = append(t.parts, part{tree: tr, from: tick})
		t.set = idle
		h.bytes += partBytes
	}
	t.prog = prog
	set := int32(idle)
	if took {
		h.words = a.AppendRan(h.words[:0], 1)
		if len(h.words) > 0 {
			set = h.intern(h.table(tr), h.words)
			t.set = set
		}
	}
	if fresh || t.now != set {
		h.table(tr)
		h.add(t, tick, set)
	}
}

func (t *track) last() *part {
	if len(t.parts) == 0 {
		return nil
	}
	return &t.parts[len(t.parts)-1]
}

// add begins a run.
func (h *history) add(t *track, tick int64, set int32) {
	p := t.last()
	p.runs = append(p.runs, run{uint32(tick), set})
	t.now = set
	h.bytes += runBytes
}

// trim drops the ticks before cut. Slices that readers may hold do not change.
func (h *history) trim(cut int64) {
	h.first, h.whole, h.bytes = cut, max(h.whole, cut), 0
	old := h.sets
	h.sets = map[*tree]*setTable{}
	for id, t := range h.byID {
		if t.gone != 0 && t.gone <= cut { // nothing is left
			delete(h.byID, id)
			continue
		}
		h.bytes += trackBytes
		var parts []part
		for i, p := range t.parts {
			if i+1 < len(t.parts) && t.parts[i+1].from <= cut {
				continue
			}
			k := len(p.runs) - 1
			for k > 0 && int64(p.runs[k].from) > cut {
				k--
			}
			table, was := h.table(p.tree), old[p.tree]
			q := part{tree: p.tree, from: max(p.from, cut), runs: make([]run, 0, len(p.runs)-k+4)}
			for _, r := range p.runs[k:] {
				if r.set != idle {
					r.set = h.intern(table, was.list[r.set].words)
				}
				r.from = max(r.from, uint32(cut))
				q.runs = append(q.runs, r)
			}
			h.bytes += partBytes + len(q.runs)*runBytes
			parts = append(parts, q)
		}
		if n := len(parts); n > 0 && t.set != idle {
			t.set = h.intern(h.table(parts[n-1].tree), old[parts[n-1].tree].list[t.set].words)
			if t.now != idle {
				t.now = t.set
			}
		}
		t.parts = parts
	}
}

// known returns the range of ticks that are known.
func (h *history) known() wire.Range {
	h.mu.Lock()
	defer h.mu.Unlock()
	return wire.Between(h.first, h.last)
}

// lastOf returns the label of an agent, the key of the tree that it ran last, and the first tick without it, or 0.
func (h *history) lastOf(id engine.AgentID) (label, key string, gone int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.byID[id]
	if t == nil {
		return "", "", 0
	}
	if p := t.last(); p != nil {
		key = p.tree.key
	}
	return t.label, key, t.gone
}

// idleIn reports whether an agent took no part in a tick, as far as that is known.
func (h *history) idleIn(id engine.AgentID, tick int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.byID[id]
	if t == nil {
		return false
	}
	for i := len(t.parts) - 1; i >= 0; i-- {
		if p := &t.parts[i]; p.from <= tick {
			k := sort.Search(len(p.runs), func(k int) bool { return int64(p.runs[k].from) > tick })
			return k > 0 && p.runs[k-1].set == idle
		}
	}
	return false
}

// partView is a copy of a part, with the sets that its runs mean.
type partView struct {
	part
	id   engine.AgentID
	to   int64 // last tick
	sets []nodeSet
}

// of returns the past of one agent.
func (h *history) of(id engine.AgentID) []partView {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.byID[id]
	if t == nil {
		return nil
	}
	return h.partViews(t, nil, nil)
}

// all returns the past of all agents while they ran a tree, in the order of their numbers.
func (h *history) all(tr *tree) []partView {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []partView
	for _, id := range slices.Sorted(maps.Keys(h.byID)) {
		list = h.partViews(h.byID[id], tr, list)
	}
	return list
}

func (h *history) partViews(t *track, tr *tree, list []partView) []partView {
	for i, p := range t.parts {
		if tr != nil && p.tree != tr {
			continue
		}
		to := h.last
		if t.gone != 0 {
			to = t.gone - 1
		}
		if i+1 < len(t.parts) {
			to = t.parts[i+1].from - 1
		}
		list = append(list, partView{p, t.id, to, h.sets[p.tree].list})
	}
	return list
}

// each calls f for the runs of x in a range of ticks; set is nil if the agent took no part.
func (x *partView) each(in wire.Range, f func(from, to int64, set *nodeSet)) {
	lo, hi := max(in.From, x.from), min(in.To, x.to)
	k, found := slices.BinarySearchFunc(x.runs, lo, func(r run, tick int64) int { return int(int64(r.from) - tick) })
	if !found && k > 0 {
		k--
	}
	for ; k < len(x.runs) && int64(x.runs[k].from) <= hi; k++ {
		from, to := max(int64(x.runs[k].from), lo), hi
		if k+1 < len(x.runs) {
			to = min(to, int64(x.runs[k+1].from)-1)
		}
		if from > to {
			continue
		}
		var set *nodeSet
		if s := x.runs[k].set; s != idle {
			set = &x.sets[s]
		}
		f(from, to, set)
	}
}

// eachNode calls f with the nodes of a set.
func (s *nodeSet) eachNode(f func(i int)) {
	for w, m := range s.words {
		for ; m != 0; m &= m - 1 {
			f(w<<6 + bits.TrailingZeros64(m))
		}
	}
}

// prepend adds what a re-run has shown of the ticks before h.whole, the last of which x must have. Slices that readers may
// hold do not change.
func (h *history) prepend(x *history) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x.first >= h.whole || x.last < h.whole-1 {
		return
	}
	for id, old := range x.byID {
		t := h.byID[id]
		end := h.whole // the first tick that is not wanted
		if t != nil && len(t.parts) > 0 {
			end = t.parts[0].from
		}
		var parts []part
		for _, p := range old.parts {
			if p.from >= end {
				break
			}
			q := part{tree: p.tree, from: p.from}
			table := h.table(p.tree)
			for _, r := range p.runs {
				if int64(r.from) >= end {
					break
				}
				if r.set != idle {
					r.set = h.intern(table, x.sets[p.tree].list[r.set].words)
				}
				q.runs = append(q.runs, r)
			}
			h.bytes += partBytes + len(q.runs)*runBytes
			parts = append(parts, q)
		}
		if len(parts) == 0 {
			continue
		}
		if t == nil { // it has left the world
			t = &track{id: id, label: old.label, gone: old.gone, set: idle, shown: -1}
			h.bytes += trackBytes
			if t.gone == 0 || t.gone > end {
				t.gone = end
			}
			h.byID[id] = t
		}
		if last := &parts[len(parts)-1]; len(t.parts) > 0 && t.parts[0].tree == last.tree {
			next := t.parts[0]
			next.from, next.runs = last.from, append(last.runs, next.runs...)
			t.parts = append(append(parts[:len(parts)-1:len(parts)-1], next), t.parts[1:]...)
		} else {
			t.parts = append(parts, t.parts...)
		}
	}
	h.whole = x.first
	h.first = min(h.first, h.whole)
}

// lacking returns the last tick of which not all agents are known.
func (h *history) lacking() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.whole - 1
}

// full reports whether there is no room for older ticks.
func (h *history) full() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.bytes > h.limit/2
}
