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
	if a.extra != 0 {
		a.extra &^= isAsleep
		a.deliverStimuli(t.world.clock)
	}
	if t.world.twice {
		t.rehearse()
	}
	ready := t.plan() != Refused
	if t.world.twice {
		t.compare()
	}
	t.exitUnplanned()
	status := Failure
	if ready {
		status = t.act(0)
	}
	if t.observing {
		t.emit(Event{Kind: EventRoot, Status: status})
	}
	a.finishTick(t.world, t.ran, status)
	if a.extra&resetDue != 0 {
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
		t.use(a.code)
	}
}

// use makes ready for agents that run a program; they tend to come in rows.
func (t *worker) use(code *boundProgram) {
	p := code.prog
	t.code, t.prog, t.nodes, t.bound = code, p, p.nodes, code.bound
	t.planned, t.kept, t.ran = t.plannedBuf[:p.words], t.keptBuf[:p.words], t.ranBuf[:p.words]
	t.unasked = t.unaskedBuf[:p.words]
}

// plan is Decide for the whole tree; it fills t.planned and t.kept.
func (t *worker) plan() Certainty {
	for w := range t.planned {
		t.planned[w], t.kept[w], t.unasked[w] = 0, 0, 0
	}
	t.visits = 0
	return t.decideFresh(0)
}

// decideFresh decides a subtree of which nothing is planned or kept, and commits
// what the questions taught.
func (t *worker) decideFresh(i int32) Certainty {
	t.ctx.deciding, t.ctx.seeded = true, false
	c := t.decide(i)
	t.ctx.deciding = false
	if len(t.learned) > 0 {
		t.commit()
	}
	return c
}

// decide asks whether node i is ready and plans it, and below it what it would
// run. When it answers Refused, nothing of the subtree is planned.
//
// The most frequent nodes, which have a precondition or nothing to ask and which
// have exclusive children, are dealt with in place: calls saved here are a
// quarter of the engine's own cost.
func (t *worker) decide(i int32) Certainty {
	n := &t.nodes[i]
	switch {
	case t.world.sick > 0 || n.ask&^(askPrecondition|askHealth) != 0:
		if !t.ready(i, n) {
			return Refused
		}
	case n.ask&askPrecondition != 0:
		ans, err := t.bound[i].Call(t.ctx.at(i, HookPrecondition), HookPrecondition)
		if t.note(i, n, HookPrecondition, err); err != nil || !ans.Yes {
			t.refuse(i, CausePrecondition)
			return Refused
		}
	}
	t.planned.set(i)
	if t.ctx.rec != nil {
		t.ctx.rec.asked(i)
	}
	switch n.op {
	case opLeaf:
	case opExclusive:
		for c := i + 1; c < n.end; c = t.nodes[c].end {
			if t.decide(c) != Refused && !t.nodes[c].nonExclusive {
				break // a non-exclusive child runs, and the search goes on behind it
			}
		}
	case opSequential:
		t.decideTurn(t.turn(i), n.end)
	default:
		return t.decideKind(i, n)
	}
	return Open
}

// decideKind applies the rule of a node that a behavior alone does not drive.
func (t *worker) decideKind(i int32, n *node) Certainty {
	c := t.rule(i, n)
	if c == Refused {
		t.drop(i, n.end)
		if t.ctx.rec != nil {
			t.ctx.rec.ruledOut(i)
		}
	}
	return c
}

// drop forgets what was planned and kept of nodes.
func (t *worker) drop(from, to int32) {
	t.planned.unsetSpan(from, to)
	t.kept.unsetSpan(from, to)
	t.unasked.unsetSpan(from, to)
}

// rule is the list of rules by which nodes decide; actBelow is the list of those by
// which they act. Behaviors that no chooser drives do not come here.
func (t *worker) rule(i int32, n *node) Certainty {
	switch n.op {
	case opTree:
		return t.decide(i + 1)
	case opChoose:
		return t.choose(i, n, t.prog.info[i].kind)
	case opSequence:
		return t.decideSequence(i, n)
	case opFallback:
		return t.decideFallback(i, n)
	case opShuffled:
		return t.decideShuffled(i, n)
	case opReactiveSequence:
		return t.walkAndKeep(i+1, n.end, n.end, Certain)
	case opReactiveFallback:
		return t.walkAndKeep(i+1, n.end, n.end, Refused)
	case opMonitor:
		return t.decideMonitor(i, n)
	case opParallel:
		return t.together(i, i+1, n)
	case opIf:
		return t.decideIf(i, n)
	case opWhile:
		return t.decideWhile(i, n)
	case opSwitch:
		return t.decideSwitch(i, n)
	case opDecorator:
		return t.decideDecorator(i)
	case opKindLeaf:
		return t.decideLeaf(i)
	case opCustom:
		return t.decideCustom(i)
	case opCommitted:
		return t.decideCommitted(i, n)
	case opScriptChooser:
		return t.decideByScript(i, n)
	case opScriptDecorator:
		if t.decide(i+1) == Refused {
			return Refused
		}
	}
	return Open
}

// exitUnplanned exits what was active and is neither planned nor kept, highest
// node first.
func (t *worker) exitUnplanned() {
	for w := len(t.active) - 1; w >= 0; w-- {
		for m := t.active[w] &^ t.planned[w] &^ t.kept[w]; m != 0; {
			b := bits.Len64(m) - 1
			m &^= 1 << b
			t.exit(int32(w<<6+b), ExitAborted)
		}
	}
}

// act enters and runs the planned node i and below it what is planned, and
// exits it if it ends.
func (t *worker) act(i int32) Status {
	n := &t.nodes[i]
	t.ran.set(i)
	t.visits++
	if !t.active.has(i) && !t.enter(i, n) {
		return Failure
	}
	status := Running
	if n.hooks.Has(HookBehavior) {
		ans, err := t.bound[i].Call(t.ctx.at(i, HookBehavior), HookBehavior)
		if t.note(i, n, HookBehavior, err); err != nil {
			t.end(i, n, ExitError)
			return Failure
		}
		status = ans.Status
	}
	switch {
	case status != Running || n.op == opLeaf || t.idles(i, n):
	case n.op == opExclusive:
		t.actPlanned(i, n)
	case n.op == opScriptDecorator:
		ans, err := t.translate(i, n)
		if err != nil {
			t.end(i, n, ExitError)
			return Failure
		}
		status = ans.Status
	default:
		status = t.actBelow(i, n)
	}
	if t.observing {
		t.emit(Event{Kind: EventResult, Node: i, Status: status})
	}
	if status != Running {
		t.end(i, n, endReason(status))
	}
	return status
}

// actBelow applies the rule by which a node acts, and returns what that makes of
// it. Behaviors without children or with exclusive ones do not come here.
func (t *worker) actBelow(i int32, n *node) Status {
	switch n.op {
	case opSequential:
		return t.actSequential(i, n)
	case opCommitted:
		return t.actCommitted(i, n)
	case opTree, opChoose, opSwitch, opScriptChooser:
		return t.act(t.planned.next(i+1, n.end))
	case opSequence:
		return t.goThrough(i, n, Success)
	case opFallback:
		return t.goThrough(i, n, Failure)
	case opShuffled:
		return t.actShuffled(i)
	case opReactiveSequence:
		return t.goReactively(i, n.end, n.end, Success)
	case opReactiveFallback:
		return t.goReactively(i, n.end, n.end, Failure)
	case opMonitor:
		return t.actMonitor(i, n)
	case opParallel:
		return t.runTogether(i, i+1, n)
	case opIf:
		return t.actIf(i, n)
	case opWhile:
		return t.actWhile(i, n)
	case opDecorator:
		return t.actDecorator(i)
	case opKindLeaf:
		return t.actLeaf(i)
	case opCustom:
		return t.actCustom(i)
	}
	return Running
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
	if n.op >= opCommitted {
		t.enterKind(i, n)
	}
	if n.ask&askStimulus != 0 {
		t.take(i)
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
	n := &t.nodes[i]
	if n.hooks.Has(HookExit) {
		t.ctx.reason = r
		t.call(i, n, HookExit) // a raising on_exit is reported by call and changes nothing
	}
	t.active.unset(i)
	t.agent.state[i].memory = nil
	if n.ask&askStimulus != 0 {
		t.release(i, r)
	}
	t.agent.requests.nodeExits(i, r, t.world.tick)
	if t.observing {
		t.emit(Event{Kind: EventExit, Node: i, Reason: r})
	}
}

// exitAll exits whatever is active, deepest first.
func (t *worker) exitAll(r Reason) {
	for i := t.active.highest(0, int32(len(t.nodes))); i >= 0; i = t.active.highest(0, i) {
		t.exit(i, r)
	}
}

// call runs a hook of node i whose answer does not matter and reports its error,
// if any. The two hooks of every tick are called in place: five more calls for
// each agent would show.
func (t *worker) call(i int32, n *node, h Hook) error {
	_, err := t.bound[i].Call(t.ctx.at(i, h), h)
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
