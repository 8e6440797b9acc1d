package engine

// sharedCode is the code of a behavior: that of the version that was bound last. Programs of
// another version have theirs for themselves.
type sharedCode struct {
	behavior *Behavior
	nodes    int // that use it
	sets     []codeSet
}

// codeSet is the code of a behavior for all nodes with the same parameters.
type codeSet struct {
	params Params
	bound  []Binding // by worker
}

// maxShared bounds the sets of parameters that are remembered for a behavior. Their
// comparison would take longer than it saves, and few behaviors have so many.
const maxShared = 16

// find returns the code for nodes with some parameters, nil if that is not known.
func (known *sharedCode) find(params Params) []Binding {
	for i := range known.sets {
		if set := &known.sets[i]; set.params.Equal(params) {
			return set.bound
		}
	}
	return nil
}

// binding returns the code of a behavior for a node with some parameters, by worker.
func (w *World) binding(b *Behavior, params Params) []Binding {
	b.mustHaveID()
	known := w.known(b.ID)
	if known.behavior != b {
		*known = sharedCode{behavior: b}
	}
	known.nodes++
	if bound := known.find(params); bound != nil {
		return bound
	}
	bound := make([]Binding, len(w.workers))
	for k := range bound {
		if bound[k] = b.Code.Bind(k, params); w.opts.Wrap != nil {
			bound[k] = w.opts.Wrap(b, bound[k])
		}
	}
	if len(known.sets) == maxShared {
		known.sets = nil
	}
	known.sets = append(known.sets, codeSet{params, bound})
	return bound
}

// known returns where that is which is known of the code of a behavior.
func (w *World) known(id BehaviorID) *sharedCode {
	if n := int(id) + 1; n > len(w.shared) {
		w.shared = append(w.shared, make([]sharedCode, n-len(w.shared))...)
	}
	return &w.shared[id]
}

// unbind frees what nodes of a program were the last to use.
func (w *World) unbind(p *Program) {
	for i, b := range p.behaviors {
		id := int(p.nodes[i].behavior)
		if b == nil || id >= len(w.shared) || w.shared[id].behavior != b {
			continue // b does not run, or another version was bound since
		}
		if w.shared[id].nodes--; w.shared[id].nodes <= 0 {
			w.shared[id] = sharedCode{}
		}
	}
}
