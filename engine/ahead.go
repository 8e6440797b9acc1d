package engine

import "slices"

// AheadBinder is implemented by code that can be bound before the tick in which that is
// needed.
type AheadBinder interface {
	// BindAhead is Bind for BindAhead, on whatever goroutine that runs on, so it must touch
	// nothing that a tick uses or changes. It answers nil if Bind is to be called after all.
	BindAhead(worker int, params Params) Binding
}

// BindAhead binds the code of the new programs of some exchanges, for a world of so many
// workers, as far as it is an AheadBinder, so that World.Prepare has only to put it in its
// place. Nothing of that shows. It may be called from any goroutine while the world ticks,
// once, and before any of the exchanges is prepared. A world that wraps bindings does not
// use what comes of it.
func BindAhead(workers int, list []*Exchange) {
	a := &binder{workers: workers}
	for _, x := range list {
		x.ready = a.program(x.next)
	}
}

// Unbound returns how many nodes of the new program World.Prepare has to bind the code of,
// for each worker; with that of the others it has next to no work.
func (x *Exchange) Unbound() int {
	if x.ready != nil {
		return len(x.ready.left)
	}
	n := 0
	for _, b := range x.next.behaviors {
		if b.runs() {
			n++
		}
	}
	return n
}

// readyProgram is the code of a program that was bound ahead. It is immutable, as an
// Exchange may be prepared more than once.
type readyProgram struct {
	codes []boundProgram // by worker
	nodes []readyNode
	left  []int32 // nodes whose code must be bound between ticks
}

// readyNode is a node whose code was bound ahead, and with what nodes it shares that.
type readyNode struct {
	node int32
	sets *codeSets
}

// binder binds code ahead.
type binder struct {
	workers int
	known   []aheadCode // by BehaviorID
}

// aheadCode is the code of a behavior that was bound ahead last.
type aheadCode struct {
	behavior *Behavior
	sets     *codeSets
}

// program binds the code of a program.
func (a *binder) program(p *Program) *readyProgram {
	ready := &readyProgram{codes: make([]boundProgram, a.workers), nodes: make([]readyNode, 0, p.Len())}
	for k := range ready.codes {
		ready.codes[k] = newBoundProgram(p)
	}
	for i, b := range p.behaviors {
		if b.runs() {
			a.node(ready, int32(i), b)
		}
	}
	return ready
}

// node binds the code of a node that runs a behavior.
func (a *binder) node(ready *readyProgram, i int32, b *Behavior) {
	bound := a.binding(b, ready.codes[0].prog.info[i].params)
	if bound == nil {
		ready.left = append(ready.left, i)
		return
	}
	ready.nodes = append(ready.nodes, readyNode{i, a.known[b.ID].sets})
	for k := range ready.codes {
		ready.codes[k].bind(i, bound[k])
	}
}

// binding returns the code of a behavior for a node with some parameters, by worker, nil if
// it cannot be bound ahead.
func (a *binder) binding(b *Behavior, params Params) []Binding {
	code, ok := b.Code.(AheadBinder)
	if !ok || b.ID <= 0 { // for the latter, see mustHaveID
		return nil
	}
	known := a.code(b)
	if bound := known.sets.find(params); bound != nil {
		return bound
	}
	bound := make([]Binding, a.workers)
	for k := range bound {
		if bound[k] = code.BindAhead(k, params); bound[k] == nil {
			return nil
		}
	}
	if known.sets == nil {
		known.sets = new(codeSets)
	}
	// All nodes see the same sets, which are complete when the last program is bound.
	known.sets.add(params, bound)
	return bound
}

// code returns what is known of the code of a behavior.
func (a *binder) code(b *Behavior) *aheadCode {
	if n := int(b.ID) + 1; n > len(a.known) {
		a.known = slices.Grow(a.known, n-len(a.known))[:n]
	}
	known := &a.known[b.ID]
	if known.behavior != b {
		*known = aheadCode{behavior: b}
	}
	return known
}
