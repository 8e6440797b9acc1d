package engine

import "slices"

// codeCache contains the code of programs that agents may run, bound for each worker.
type codeCache struct {
	programs map[*Program][]*boundProgram // by worker
	shared   []sharedCode                 // by BehaviorID
}

// boundProgram is the code of a program in one worker, by node. Agents point to a boundProgram, so they run new
// code when its contents are replaced.
type boundProgram struct {
	prog       *Program
	bound      []Binding // of Code.Bind
	called     []Binding // those of Options.Wrap; bound if there is none
	walk       []walkNode
	steady     uint64 // nodes without a rule whose behavior, if any, is called through a Direct; 0 for more than 64 nodes
	behaves    uint64 // nodes of steady that have a hook behavior
	worker     *worker
	migration  *migration // migration in the current Reload; nil unless the program is replaced and agents run it
	agents     int        // number of agents that run the program
	restarters bitset     // nodes whose code is a Restarter; nil if there are none
}

// assign makes an agent run the code, and updates the numbers of agents of its old and its new code.
func (code *boundProgram) assign(a *Agent) {
	if a.code != nil {
		a.code.agents--
	}
	code.agents++
	a.code = code
}

// walkNode contains the parts of a node that decidePlain and actSteady use.
type walkNode struct {
	Direct        // the code of the node; nil if it is not a Direct
	step          step
	faultlessBase int32 // this and the following fields are those of the node
	ifReady       int32
	ifRefused     int32
}

// step tells decidePlain how to treat a node.
type step uint8

const (
	stepOther step = iota // leave it to decideFrom: the node has a rule, or needs more than a call of its precondition
	stepPlan              // plan the node
	stepAsk               // call the precondition
)

// sharedCode is the code of the last bound version of a behavior. Programs with other versions have code of their
// own.
type sharedCode struct {
	behavior *Behavior
	nodes    int // number of nodes that use the code
	sets     []codeSet
}

// codeSet is the code of a behavior for all nodes with the same parameters.
type codeSet struct {
	params Params
	bound  []Binding // by worker
	called []Binding // see boundProgram
}

// maxShared bounds the number of sets of parameters that are remembered for a behavior. Few behaviors have more
// sets, and comparing more sets would take longer than it saves.
const maxShared = 16

// bind binds the code of a program in all workers.
func (c *codeCache) bind(w *World, p *Program) []*boundProgram {
	codes, n := make([]*boundProgram, len(w.workers)), p.Len()
	bound, walk := make([]Binding, n*len(codes)), make([]walkNode, n*len(codes))
	for k, wk := range w.workers {
		codes[k] = &boundProgram{prog: p, bound: bound[k*n : (k+1)*n : (k+1)*n], walk: walk[k*n : (k+1)*n : (k+1)*n], worker: wk}
		if codes[k].called = codes[k].bound; w.opts.Wrap != nil {
			codes[k].called = make([]Binding, n)
		}
	}
	for i, b := range p.behaviors {
		if b.runs() {
			set := c.bindings(w, b, p.info[i].params)
			for k := range codes {
				codes[k].set(int32(i), set.bound[k], set.called[k])
			}
		}
	}
	for _, code := range codes {
		code.prepareWalk()
	}
	c.programs[p] = codes
	return codes
}

// runs reports whether a behavior has hooks to call.
func (b *Behavior) runs() bool { return b != nil && b.Code != nil && b.Hooks != [NumHooks]bool{} }

// set stores the code of a node.
func (code *boundProgram) set(i int32, b, called Binding) {
	code.bound[i], code.called[i] = b, called
	if _, ok := b.(Restarter); ok {
		if code.restarters == nil {
			code.restarters = make(bitset, code.prog.words)
		}
		code.restarters.set(i)
	}
}

// prepareWalk sets walk, steady and behaves, after the code of all nodes is set.
func (code *boundProgram) prepareWalk() {
	for i := range code.prog.nodes {
		n := &code.prog.nodes[i]
		d, _ := code.called[i].(Direct)
		code.walk[i] = walkNode{d, n.step(d != nil), n.faultlessBase, n.ifReady, n.ifRefused}
		behaves := n.hooks.has(HookBehavior)
		if code.prog.words > 1 || n.op > opExclusive || behaves && d == nil {
			continue
		}
		code.steady |= 1 << i
		if behaves {
			code.behaves |= 1 << i
		}
	}
}

// step returns the step for a node. direct is set if the code of the node is a Direct.
func (n *node) step(direct bool) step {
	switch {
	case n.op > opExclusive || n.ask&^(askPrecondition|askHealth) != 0:
		return stepOther
	case n.ask&askPrecondition == 0:
		return stepPlan
	case direct:
		return stepAsk
	}
	return stepOther
}

// bindings returns the code of a behavior for nodes with the given parameters, for each worker.
func (c *codeCache) bindings(w *World, b *Behavior, params Params) codeSet {
	b.mustHaveID()
	shared := c.sharedBy(b.ID)
	if shared.behavior != b {
		*shared = sharedCode{behavior: b}
	}
	shared.nodes++
	if set := shared.find(params); set != nil {
		return *set
	}
	bound := make([]Binding, len(w.workers))
	for k := range bound {
		bound[k] = b.Code.Bind(k, params)
	}
	set := codeSet{params, bound, bound}
	if w.opts.Wrap != nil {
		set.called = make([]Binding, len(bound))
		for k := range bound {
			set.called[k] = w.opts.Wrap(b, bound[k])
		}
	}
	if len(shared.sets) == maxShared {
		shared.sets = nil
	}
	shared.sets = append(shared.sets, set)
	return set
}

// sharedBy returns the shared code of a behavior.
func (c *codeCache) sharedBy(id BehaviorID) *sharedCode {
	if n := int(id) + 1; n > len(c.shared) {
		c.shared = append(c.shared, make([]sharedCode, n-len(c.shared))...)
	}
	return &c.shared[id]
}

// find returns the code for nodes with the given parameters, or nil if there is none.
func (s *sharedCode) find(params Params) *codeSet {
	for i := range s.sets {
		if set := &s.sets[i]; set.params.equal(params) {
			return set
		}
	}
	return nil
}

// has reports whether a program is bound.
func (c *codeCache) has(p *Program) bool { return c.programs[p] != nil }

// release frees the code of all programs except those in stays and those that agents run. If an agent is spawned
// with a freed program later, the program is bound again.
func (c *codeCache) release(stays map[*Program]bool) {
	for p, codes := range c.programs {
		if !stays[p] && !anyRuns(codes) {
			delete(c.programs, p)
			c.unshare(p)
		}
	}
}

// anyRuns reports whether an agent runs a program whose code for each worker is codes.
func anyRuns(codes []*boundProgram) bool {
	return slices.ContainsFunc(codes, func(code *boundProgram) bool { return code.agents > 0 })
}

// unshare frees the shared code of behaviors that only p uses.
func (c *codeCache) unshare(p *Program) {
	for i, b := range p.behaviors {
		id := int(p.nodes[i].behavior)
		if b == nil || id >= len(c.shared) || c.shared[id].behavior != b {
			continue // b has no hooks, or another version has been bound since
		}
		if c.shared[id].nodes--; c.shared[id].nodes <= 0 {
			c.shared[id] = sharedCode{}
		}
	}
}
