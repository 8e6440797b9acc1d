package engine

import "slices"

// boundProgram is the code of a program in one worker, by node. Agents hold it, and follow
// when what is in it is exchanged.
type boundProgram struct {
	prog       *Program
	bound      []Binding
	worker     *worker
	plan       *carryPlan // of the Reload under way, if agents run it and it is replaced
	agents     int        // that run it
	restarters bitset     // nodes whose code is a Restarter; nil if there are none

	// Of the first worker's alone.
	adopted     bool // see World.adopt
	stays       bool // after the Reload under way
	forerunners int  // how many programs it replaces in that
}

// bind makes a program's code callable in all workers, unless that was done. Nothing of it
// shows as long as no agent runs the program. Ready is what was bound ahead, or nil.
func (w *World) bind(p *Program, ready *readyProgram) []*boundProgram {
	if codes := w.bindings[p]; codes != nil {
		return codes
	}
	if ready == nil || len(ready.nodes) == 0 || w.wrap != nil || len(ready.codes) != len(w.workers) {
		ready = w.unbound(p)
	}
	codes := make([]*boundProgram, len(w.workers))
	for k, t := range w.workers {
		code := ready.codes[k]
		code.worker = t
		codes[k] = &code
		t.fit(p)
	}
	w.fill(codes, ready)
	w.bindings[p] = codes
	return codes
}

// unbound is a program of which nothing was bound ahead.
func (w *World) unbound(p *Program) *readyProgram {
	ready := &readyProgram{codes: make([]boundProgram, len(w.workers))}
	for k := range ready.codes {
		ready.codes[k] = newBoundProgram(p)
	}
	for i, b := range p.behaviors {
		if b.runs() {
			ready.left = append(ready.left, int32(i))
		}
	}
	return ready
}

// fill enters the code of all nodes that has not been bound ahead, or not in time: for the
// same version of a behavior there is other code by now, which is shared.
func (w *World) fill(codes []*boundProgram, ready *readyProgram) {
	p, left := codes[0].prog, slices.Clip(ready.left)
	for i := range ready.nodes {
		if n := &ready.nodes[i]; !w.take(n, p) {
			left = append(left, n.node)
		}
	}
	if len(left) > 0 && len(ready.nodes) > 0 { // what was bound ahead may be needed once more
		for _, code := range codes {
			code.bound, code.restarters = slices.Clone(code.bound), slices.Clone(code.restarters)
		}
	}
	for _, i := range left {
		for k, bound := range w.binding(p.behaviors[i], p.info[i].params) {
			codes[k].bind(i, bound)
		}
	}
}

func newBoundProgram(p *Program) boundProgram {
	return boundProgram{prog: p, bound: make([]Binding, p.Len())}
}

// runs tells whether a behavior has code that is called.
func (b *Behavior) runs() bool { return b != nil && b.Code != nil && b.Hooks != 0 }

// bind enters the code of a node.
func (code *boundProgram) bind(i int32, b Binding) {
	code.bound[i] = b
	_, ok := b.(Restarter)
	switch {
	case ok:
		if code.restarters == nil {
			code.restarters = make(bitset, code.prog.words)
		}
		code.restarters.set(i)
	case code.restarters != nil:
		code.restarters.unset(i)
	}
}

// fit makes room for what a tick of an agent with a program notes.
func (t *worker) fit(p *Program) {
	if p.Len() > len(t.offers) {
		t.offers = makeApart[uint32](p.Len())
		n := p.words
		sets := bitset(makeApart[uint64](5 * n))
		for i, set := range []*bitset{&t.plannedBuf, &t.keptBuf, &t.ranBuf, &t.unaskedBuf, &t.achieved} {
			*set = sets[i*n : (i+1)*n : (i+1)*n]
		}
		t.code = nil // it is used with the old ones
	}
}
