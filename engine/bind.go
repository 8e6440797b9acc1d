package engine

// boundProgram is the code of a program in one worker, by node. Agents hold it, and follow
// when what is in it is exchanged.
type boundProgram struct {
	prog       *Program
	bound      []Binding
	worker     *worker
	plan       *carryPlan // of the Reload under way, if agents run it and it is replaced
	agents     int        // that run it
	adopted    bool       // see World.adopt; of the first worker's alone
	restarters bitset     // nodes whose code is a Restarter; nil if there are none
}

// sharedCode is the code of a behavior in one worker: that of the version that was bound
// last. Programs of another version have theirs for themselves.
type sharedCode struct {
	behavior *Behavior
	nodes    int // that use it
	sets     []sharedBinding
}

// sharedBinding is the code of a behavior for all nodes with the same parameters.
type sharedBinding struct {
	params Params
	bound  Binding
}

// maxShared bounds the sets of parameters that are remembered for a behavior. Their
// comparison would take longer than it saves, and few behaviors have so many.
const maxShared = 16

// bind makes a program's code callable in all workers, unless that was done. Nothing of it
// shows as long as no agent runs the program.
func (w *World) bind(p *Program) {
	if w.bindings[p] != nil {
		return
	}
	codes := make([]*boundProgram, len(w.workers))
	for k, t := range w.workers {
		codes[k] = t.bind(p)
	}
	w.bindings[p] = codes
}

// bind makes the code of a program callable in this worker.
func (t *worker) bind(p *Program) *boundProgram {
	code := &boundProgram{prog: p, worker: t, bound: make([]Binding, p.Len())}
	for i, b := range p.behaviors {
		if b.runs() {
			code.bind(int32(i), t.binding(b, p.info[i].params))
		}
	}
	if p.Len() > len(t.offers) {
		t.offers = make([]uint32, p.Len())
		t.plannedBuf, t.keptBuf, t.ranBuf = make(bitset, p.words), make(bitset, p.words), make(bitset, p.words)
		t.unaskedBuf, t.achieved = make(bitset, p.words), make(bitset, p.words)
		t.code = nil // it is used with the old ones
	}
	return code
}

// runs tells whether a behavior has code that is called.
func (b *Behavior) runs() bool { return b != nil && b.Code != nil && b.Hooks != 0 }

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

// binding returns the code of a behavior for a node with some parameters.
func (t *worker) binding(b *Behavior, params Params) Binding {
	known := t.sharedCode(b)
	known.nodes++
	for i := range known.sets {
		if known.sets[i].params.Equal(params) {
			return known.sets[i].bound
		}
	}
	if len(known.sets) == maxShared {
		known.sets = nil
	}
	bound := b.Code.Bind(t.id, params)
	if t.world.wrap != nil {
		bound = t.world.wrap(b, bound)
	}
	known.sets = append(known.sets, sharedBinding{params, bound})
	return bound
}

// sharedCode returns what is known of the code of a behavior.
func (t *worker) sharedCode(b *Behavior) *sharedCode {
	b.mustHaveID()
	if n := int(b.ID) + 1; n > len(t.shared) {
		t.shared = append(t.shared, make([]sharedCode, n-len(t.shared))...)
	}
	known := &t.shared[b.ID]
	if known.behavior != b {
		*known = sharedCode{behavior: b}
	}
	return known
}

// unbind frees what nodes of a program were the last to use.
func (t *worker) unbind(p *Program) {
	for i, b := range p.behaviors {
		id := int(p.nodes[i].behavior)
		if b == nil || id >= len(t.shared) || t.shared[id].behavior != b {
			continue // b does not run, or another version was bound since
		}
		if t.shared[id].nodes--; t.shared[id].nodes <= 0 {
			t.shared[id] = sharedCode{}
		}
	}
}
