package engine

// boundProgram is the code of a program in one worker, by node. Agents hold it, and follow
// when what is in it is exchanged.
type boundProgram struct {
	prog       *Program
	bound      []Binding
	direct     []Direct // those of bound that are
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
// shows as long as no agent runs the program.
func (w *World) bind(p *Program) []*boundProgram {
	if codes := w.bindings[p]; codes != nil {
		return codes
	}
	codes, n := make([]*boundProgram, len(w.workers)), p.Len()
	bound, direct := make([]Binding, n*len(codes)), make([]Direct, n*len(codes))
	for k, t := range w.workers {
		codes[k] = &boundProgram{prog: p, bound: bound[k*n : (k+1)*n : (k+1)*n], direct: direct[k*n : (k+1)*n : (k+1)*n], worker: t}
		t.fit(p)
	}
	for i, b := range p.behaviors {
		if b.runs() {
			for k, bound := range w.binding(b, p.info[i].params) {
				codes[k].bind(int32(i), bound)
			}
		}
	}
	w.bindings[p] = codes
	return codes
}

// runs reports whether a behavior has code that is called.
func (b *Behavior) runs() bool { return b != nil && b.Code != nil && b.Hooks != 0 }

// bind enters the code of a node.
func (code *boundProgram) bind(i int32, b Binding) {
	code.bound[i] = b
	code.direct[i], _ = b.(Direct)
	if _, ok := b.(Restarter); ok {
		if code.restarters == nil {
			code.restarters = make(bitset, code.prog.words)
		}
		code.restarters.set(i)
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
