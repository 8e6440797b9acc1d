package engine

import (
	"math/bits"
	"time"
)

// tickAgent is the tick of one agent: Decide, Exit, Act.
//
// Nothing in Decide changes the agent; what it plans lies in the worker's own
// sets. Act may decide again, for a subtree whose turn comes in mid-tick.
func (t *worker) tickAgent(a *Agent) {
	t.load(a)
	if a.flags != 0 {
		a.flags &^= isAsleep
		a.deliverStimuli(t.world.clock)
	}
	if t.world.opts.DecideTwice {
		t.decideDry()
	}
	t.beginTick()
	t.tickFrom(0)
}

// tickFrom is the rest of a tick, in Decide or in Act, from node i on. The hook of that node has
// answered already if it is not the root; see worker.raised.
func (t *worker) tickFrom(i int32) {
	ready := true
	if t.ctx.deciding {
		ready = t.decideFrom(0, i, true) != Refused
		t.endDecide()
		if t.world.opts.DecideTwice {
			t.compare()
		}
		t.exitUnplanned()
		i = 0
	}
	status := Failure
	if ready {
		status = t.actFrom(0, i, true)
	}
	if t.observing {
		t.emit(Event{Kind: EventRoot, Status: status})
	}
	a := t.agent
	a.finishTick(t.world, t.ran, status)
	if a.flags&resetDue != 0 {
		t.reset()
	}
}

// load makes a the agent that the worker works on.
func (t *worker) load(a *Agent) {
	t.agent, t.ctx.agent, t.ctx.fields = a, a, a.fields
	t.ctx.dt = time.Duration(t.world.clock - a.last)
	t.ctx.turn++
	t.active, _ = a.sets()
	t.observing = len(t.world.observers) > 0
	if t.code != a.code {
		t.loadCode(a.code)
	}
}

// loadCode makes ready for agents that run a program. In the order of agents, those of one program often follow each other.
func (t *worker) loadCode(code *boundProgram) {
	p := code.prog
	t.code, t.prog = code, p
	t.decision.resize(p.words)
	t.ran = t.ran[:p.words]
}

// decideTree is Decide for the whole tree.
func (t *worker) decideTree() Certainty {
	t.beginTick()
	c := t.decide(0)
	t.endDecide()
	return c
}

// beginTick begins Decide for the whole tree: nothing is planned or kept.
func (t *worker) beginTick() {
	t.decision.clear()
	t.visits = 0
	t.beginDecide()
}

// beginDecide begins Decide, also for a subtree whose turn comes in Act.
func (t *worker) beginDecide() { t.ctx.deciding, t.ctx.seeded = true, false }

// endDecide ends Decide, and commits the answers that are to be reused.
func (t *worker) endDecide() {
	t.ctx.deciding = false
	if len(t.decision.answers) > 0 {
		t.commitAnswers()
	}
}

// decideFresh decides a subtree of which nothing is planned or kept.
func (t *worker) decideFresh(i int32) Certainty {
	t.beginDecide()
	c := t.decide(i)
	t.endDecide()
	return c
}

// decide asks whether node i is ready and plans it, and below it what it would
// run. When it answers Refused, nothing of the subtree is planned.
func (t *worker) decide(i int32) Certainty { return t.decideFrom(i, i, false) }

// decideFrom is decide from the question about node c on. If it may call directly, a hook can
// panic through it; see worker.tickSome.
//
// Behaviors whose children are exclusive make up most trees. Where the search goes on
// behind each of their descendants is known when the tree is compiled (see node.yes), so
// that they need neither calls nor a stack.
func (t *worker) decideFrom(i, c int32, directly bool) Certainty {
	root := Open
	for end := t.prog.nodes[i].end; c < end; {
		n := &t.prog.nodes[c]
		is := Open
		switch {
		case t.world.faults.quarantined > 0 || n.ask&^(askPrecondition|askHealth) != 0:
			if !t.ready(c, n) {
				is = Refused
			}
		case n.ask&askPrecondition != 0:
			var yes bool
			if d := t.code.direct[c]; d != nil && directly && t.raised == nil {
				yes = d.Ready(t.ctx.directly(c, HookPrecondition))
				t.good[n.stamps+int32(HookPrecondition)] = t.tick
			} else {
				yes = t.callPrecondition(c, n)
			}
			if !yes {
				t.refuse(c, causePrecondition)
				is = Refused
			}
		}
		if is != Refused {
			t.decision.planned.set(c)
			if t.ctx.rec != nil {
				t.ctx.rec.asked(c)
			}
			if n.op > opExclusive {
				is = t.decideByRule(c, n)
			}
		}
		if c == i {
			root = is
		}
		switch {
		case is == Refused:
			c = n.no
		case n.op == opExclusive:
			c++
		default:
			c = n.yes
		}
	}
	return root
}

// callPrecondition calls the precondition of node i, unless that was done and has panicked.
func (t *worker) callPrecondition(i int32, n *node) bool {
	var ans Answer
	var err error
	if t.raised != nil {
		ans, err = t.takeRaised()
	} else {
		ans, err = t.code.bound[i].Call(t.ctx.at(i, HookPrecondition), HookPrecondition)
	}
	t.note(i, n, HookPrecondition, err)
	return err == nil && ans.Yes
}

// decideByRule applies the rule of node i.
func (t *worker) decideByRule(i int32, n *node) Certainty {
	c := t.prog.info[i].rule.decide(t, i, n)
	if c == Refused {
		t.decision.drop(i, n.end)
		if t.ctx.rec != nil {
			t.ctx.rec.ruledOut(i)
		}
	}
	return c
}

// exitUnplanned exits what was active and is neither planned nor kept, highest
// node first.
func (t *worker) exitUnplanned() {
	for w := len(t.active) - 1; w >= 0; w-- {
		for m := t.active[w] &^ t.decision.planned[w] &^ t.decision.kept[w]; m != 0; {
			b := bits.Len64(m) - 1
			m &^= 1 << b
			t.exit(int32(w<<6+b), ExitAborted)
		}
	}
}

// act enters and runs the planned node i and below it what is planned, and
// exits it if it ends. Exclusive children, whose results do not matter, come in their order
// without a call for each level, as in decide.
func (t *worker) act(i int32) Status { return t.actFrom(i, i, false) }

// actFrom is act from the hook of node c on; for directly see decideFrom.
func (t *worker) actFrom(i, c int32, directly bool) Status {
	root := Running
	for end := t.prog.nodes[i].end; c < end; {
		n := &t.prog.nodes[c]
		t.ran.set(c)
		t.visits++
		status := Running
		switch {
		case !t.active.has(c) && !t.enter(c, n):
			status = Failure
		case n.hooks.Has(HookBehavior):
			ok := true
			if d := t.code.direct[c]; d != nil && directly && t.raised == nil {
				status = d.Run(t.ctx.directly(c, HookBehavior))
				t.good[n.stamps+int32(HookBehavior)] = t.tick
			} else {
				status, ok = t.callBehavior(c, n)
			}
			if ok && (status != Running || n.op > opExclusive) {
				status = t.finish(c, n, status)
			}
		case n.op > opExclusive:
			status = t.finish(c, n, status)
		}
		if c == i {
			root = status
		}
		next := n.end
		if n.op == opExclusive && status == Running {
			next = c + 1
		}
		next = t.decision.planned.next(next, end)
		if t.observing {
			t.emitRunning(c, next, i)
		}
		c = next
	}
	return root
}

// callBehavior calls the hook behavior of node i, unless that was done and has panicked. If it has failed, it exits the node
// and ok is false.
func (t *worker) callBehavior(i int32, n *node) (status Status, ok bool) {
	var ans Answer
	var err error
	if t.raised != nil {
		ans, err = t.takeRaised()
		t.visits--
	} else {
		ans, err = t.code.bound[i].Call(t.ctx.at(i, HookBehavior), HookBehavior)
	}
	t.note(i, n, HookBehavior, err)
	if err != nil {
		t.end(i, n, ExitError)
		return Failure, false
	}
	return ans.Status, true
}

// finish applies the rule of a node whose hook has come to status, and exits the node if it ends.
func (t *worker) finish(i int32, n *node, status Status) Status {
	if status == Running && !idles(t, i, n) {
		status = t.prog.info[i].rule.act(t, i, n)
		if !t.active.has(i) {
			return status // a hook that the rule has called raised an error, so it has exited the node
		}
	}
	if t.observing {
		t.emit(Event{Kind: EventResult, Node: i, Status: status})
	}
	if status != Running {
		t.end(i, n, endReason(status))
	}
	return status
}

// emitRunning tells observers of nodes with exclusive children, from i down to c, that end before
// the next one to act. They were Running when their children had not had their turn yet.
func (t *worker) emitRunning(c, next, i int32) {
	for ; c >= i && t.prog.nodes[c].end <= next; c = t.prog.info[c].parent {
		if t.prog.nodes[c].op <= opExclusive && t.active.has(c) {
			t.emit(Event{Kind: EventResult, Node: c, Status: Running})
		}
	}
}

func endReason(s Status) Reason {
	if s == Success {
		return ExitSuccess
	}
	return ExitFailure
}

// enter activates node i. It answers false if on_enter raised, in which case
// the node has been exited again.
func (t *worker) enter(i int32, n *node) bool {
	s := &t.agent.state[i]
	t.active.set(i)
	*s = nodeState{entered: t.world.clock}
	if n.starts {
		startNode(t, i, n)
	}
	if n.ask&askStimulus != 0 {
		takeStimulus(t, i)
	}
	if t.observing {
		t.emit(Event{Kind: EventEnter, Node: i})
	}
	if n.hooks.Has(HookEnter) {
		if t.call(i, n, HookEnter) != nil {
			t.exit(i, ExitError)
			return false
		}
	}
	return true
}

// end exits a node that came to a result, after its active descendants. What was
// planned below it will not run, as only it would have run that.
func (t *worker) end(i int32, n *node, r Reason) {
	if n.op != opLeaf {
		t.abort(i+1, n.end)
	}
	t.exit(i, r)
}

// exit deactivates one active node. While on_exit runs the node still counts
// as active.
func (t *worker) exit(i int32, r Reason) {
	n := &t.prog.nodes[i]
	if n.hooks.Has(HookExit) {
		t.ctx.reason = r
		t.call(i, n, HookExit) // a raising on_exit is reported by call and changes nothing
	}
	t.active.unset(i)
	t.agent.state[i].memory = nil
	if n.ask&askStimulus != 0 {
		releaseStimulus(t, i, r)
	}
	t.agent.requests.nodeExits(i, r, t.world.tick)
	if t.observing {
		t.emit(Event{Kind: EventExit, Node: i, Reason: r})
	}
}

// exitAll exits whatever is active, deepest first.
func (t *worker) exitAll(r Reason) {
	for i := t.active.highest(0, int32(len(t.prog.nodes))); i >= 0; i = t.active.highest(0, i) {
		t.exit(i, r)
	}
}

// call runs a hook of node i whose answer does not matter and reports its error,
// if any. The two hooks of every tick are called in place: five more calls for
// each agent would show.
func (t *worker) call(i int32, n *node, h Hook) error {
	_, err := t.code.bound[i].Call(t.ctx.at(i, h), h)
	t.note(i, n, h, err)
	return err
}

// note enters in the books how a call of a hook went. What an explanation calls
// may be noted too: the books of its tick are closed.
func (t *worker) note(i int32, n *node, h Hook, err error) {
	if err == nil {
		t.good[n.stamps+int32(h)] = t.tick
		return
	}
	t.hookFault(i, h, err)
}
