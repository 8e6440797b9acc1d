package engine

import (
	"math/bits"
	"slices"
	"time"
)

// tickAgent runs the tick of one agent: Decide, Exit, Act.
//
// Decide does not change the agent; its results are in worker.decision. Act may decide again, for a subtree that is
// reached during Act.
func (wk *worker) tickAgent(a *Agent) {
	wk.load(a)
	if a.flags != 0 {
		a.flags &^= isAsleep
		a.stimuli.deliver(wk.world.clock)
	}
	if wk.world.opts.DecideTwice {
		wk.decideDry()
	}
	wk.beginTick()
	wk.tickFrom(0)
}

// tickFrom begins Decide at the root or, if worker.held is set, continues at node i, whose hook has been called
// already.
func (wk *worker) tickFrom(i int32) {
	if wk.ctx.deciding {
		if !wk.held.set {
			i = wk.decidePlain(i, int32(len(wk.prog.nodes)))
		}
		if int(i) < len(wk.prog.nodes) {
			wk.decideFrom(0, i, true)
		}
		wk.endDecide()
		if wk.world.opts.DecideTwice {
			wk.compare()
		}
		i = 0
		if wk.decision.continues(wk.active[0], wk.code) && wk.observing == 0 {
			if i = wk.actSteady(); i < 0 {
				wk.finishTick(wk.decision.planned, Running)
				return
			}
		} else {
			wk.exitUnplanned()
		}
	}
	status := Failure
	if wk.decision.planned.has(0) {
		if wk.held.set && wk.visits == 0 {
			wk.ran.setSpan(wk.decision.planned, 0, i+1) // actSteady has called the hook of node i
		}
		status = wk.actFrom(0, i, true)
	}
	wk.finishTick(wk.ran, status)
}

// finishTick ends the tick of the current agent, and records its result.
func (wk *worker) finishTick(ran bitset, status Status) {
	if wk.observing != 0 {
		wk.emit(Event{Kind: EventRoot, Status: status})
	}
	a, w := wk.agent, wk.world
	_, newest := a.sets()
	a.lasted = a.history.remember(ran, newest, a.lasted)
	a.status, a.last = status, w.clock
	a.ticks++
	if w.limit != nil {
		a.schedule.weigh(a.code.prog.importance(a.active()))
	}
	if a.flags != 0 {
		wk.finishFlagged(a)
	}
	if w.result != nil {
		wk.addResult()
	}
}

// finishFlagged does what the flags of the current agent require at the end of its tick.
func (wk *worker) finishFlagged(a *Agent) {
	w := wk.world
	if a.flags&hasPeriod != 0 {
		a.schedule.setNext(a.id, w.clock)
	}
	if a.flags&hasStimuli != 0 {
		if a.stimuli.dropUsed(); len(a.stimuli.held) == 0 {
			a.flags &^= hasStimuli
		}
	}
	if a.flags&hasRequests != 0 {
		a.requests.choose(a, w.opts.RequestRule)
	}
	if a.flags&resetDue != 0 {
		wk.reset()
	}
}

// actSteady is Act for an agent that continues (see decision.continues) if nobody observes it. It calls the behaviors
// in order, while they return Running. It returns -1 after the last one. Otherwise it returns the node whose behavior
// has returned another status, which is then held.
func (wk *worker) actSteady() int32 {
	walk := wk.code.walk
	for m := wk.decision.planned[0] & wk.code.behaves; m != 0; m &= m - 1 {
		i := int32(bits.TrailingZeros64(m))
		n := &walk[i]
		s := n.Run(wk.ctx.atDirect(i, HookBehavior))
		wk.lastFaultless[n.faultlessBase+int32(HookBehavior)] = wk.tick
		if s != Running {
			wk.held = held{set: true, answer: Answer{Status: s}}
			return i
		}
	}
	return -1
}

// load makes a the current agent.
func (wk *worker) load(a *Agent) {
	wk.agent, wk.ctx.agent = a, a
	wk.ctx.dt = time.Duration(wk.world.clock - a.last)
	wk.ctx.turn++
	wk.active, _ = a.sets()
	wk.observing = (a.flags | wk.observed) & isTraced
	if wk.code != a.code {
		wk.loadCode(a.code)
	}
}

// loadCode prepares the worker for a program. Its caller skips it if the worker has the program already, since
// agents with consecutive IDs often run the same program.
func (wk *worker) loadCode(code *boundProgram) {
	p := code.prog
	wk.code, wk.prog = code, p
	wk.decision.resize(p.words)
	wk.ran = wk.ran[:p.words]
}

// decideTree is Decide for the whole tree.
func (wk *worker) decideTree() Certainty {
	wk.beginTick()
	c := wk.decide(0)
	wk.endDecide()
	return c
}

// beginTick begins Decide for the whole tree, with an empty plan.
func (wk *worker) beginTick() {
	wk.decision.clear()
	wk.visits = 0
	wk.ctx.beginDecide()
}

// endDecide ends Decide, and commits the answers that may be reused.
func (wk *worker) endDecide() {
	wk.ctx.deciding = false
	if len(wk.decision.answers) > 0 {
		wk.commitAnswers()
	}
	if len(wk.decision.numbers) > 0 {
		wk.commitNumbers()
	}
}

// decideFresh decides a subtree that has no planned or kept nodes.
func (wk *worker) decideFresh(i int32) Certainty {
	wk.ctx.beginDecide()
	c := wk.decide(i)
	wk.endDecide()
	return c
}

// decide asks whether node i is ready. If so, decide plans the node and the nodes below it that would run. If it
// returns Refused, no node of the subtree is planned.
func (wk *worker) decide(i int32) Certainty { return wk.decideFrom(i, i, false) }

// decideFrom is like decide, resumed at node c. Compile computes which node is asked after each node (see jumps), so
// that exclusive children need neither calls nor a stack. mayPanic is set only in the walk from the root. Between other
// nodes, decideFrom then calls decidePlain, and panics of hooks pass through both; see worker.tickSome. The caller does
// not use the result.
func (wk *worker) decideFrom(i, c int32, mayPanic bool) Certainty {
	root, nodes := Open, wk.prog.nodes
	for end := nodes[i].end; c < end; {
		n := &nodes[c]
		is := Open
		if n.ask != 0 && !wk.ready(c, n) {
			is = Refused
		} else {
			wk.decision.planned.set(c)
			if wk.ctx.explainer != nil {
				wk.ctx.explainer.asked(c)
			}
			if n.op > opExclusive {
				is = wk.decideByRule(c, n)
			}
		}
		if c == i {
			root = is
		}
		if c = n.ifReady; is == Refused {
			c = n.ifRefused
		}
		if mayPanic {
			c = wk.decidePlain(c, end)
		}
	}
	return root
}

// decidePlain does the same as decideFrom for nodes from c on, as long as they have no rule, and need nothing but a
// precondition that is called through a Direct. Most nodes are like this. It returns the first other node, or end. It
// asks no node while a behavior is in quarantine.
func (wk *worker) decidePlain(c, end int32) int32 {
	walk := wk.code.walk
	if wk.world.faults.quarantined > 0 {
		return c
	}
	for c < end {
		n := &walk[c]
		if n.step != stepPlan {
			if n.step == stepOther {
				break
			}
			yes := n.Ready(wk.ctx.atDirect(c, HookPrecondition))
			wk.lastFaultless[n.faultlessBase+int32(HookPrecondition)] = wk.tick
			if !yes {
				c = n.ifRefused
				continue
			}
		}
		wk.decision.planned.set(c)
		c = n.ifReady
	}
	return c
}

// callPrecondition reports whether the precondition of node i is true. It calls the precondition, unless the call was
// already made.
func (wk *worker) callPrecondition(i int32, n *node) bool {
	var ans Answer
	var err error
	if wk.held.set {
		ans, err = wk.held.take()
	} else {
		ans, err = wk.code.called[i].Call(wk.ctx.at(i, HookPrecondition), HookPrecondition)
	}
	wk.recordCall(i, n, HookPrecondition, err)
	return err == nil && ans.Yes
}

// decideByRule applies the rule of node i.
func (wk *worker) decideByRule(i int32, n *node) Certainty {
	c := wk.prog.info[i].rule.decide(wk, i, n)
	if c == Refused {
		wk.decision.drop(i, n.end)
		if wk.ctx.explainer != nil {
			wk.ctx.explainer.ruledOut(i)
		}
	}
	return c
}

// exitUnplanned exits the active nodes that are neither planned nor kept. It begins with the last node of the tree,
// so that a node is exited before its ancestors.
func (wk *worker) exitUnplanned() {
	for w := len(wk.active) - 1; w >= 0; w-- {
		for m := wk.active[w] &^ wk.decision.planned[w] &^ wk.decision.kept[w]; m != 0; {
			b := bits.Len64(m) - 1
			m &^= 1 << b
			wk.exit(int32(w<<6+b), ExitAborted)
		}
	}
}

// act enters and runs the planned node i and the planned nodes below it, and exits node i if it ends. Exclusive
// children run in order without a function call for each level, as in decide, since their results do not matter.
func (wk *worker) act(i int32) Status { return wk.actFrom(i, i, false) }

// actFrom is like act, resumed at the hook of node c. For mayPanic, see decideFrom.
func (wk *worker) actFrom(i, c int32, mayPanic bool) Status {
	root, nodes := Running, wk.prog.nodes
	for end := nodes[i].end; c < end; {
		n := &nodes[c]
		wk.ran.set(c)
		wk.visits++
		status := Running
		switch {
		case !wk.active.has(c) && !wk.enter(c, n):
			status = Failure
		case n.hooks.has(HookBehavior):
			ok := true
			if status, ok = wk.callBehavior(c, n, mayPanic); ok && (status != Running || n.op > opExclusive) {
				status = wk.finish(c, n, status)
			}
		case n.op > opExclusive:
			status = wk.finish(c, n, status)
		}
		if c == i {
			root = status
		}
		next := n.end
		if n.op == opExclusive && status == Running {
			next = c + 1
		}
		next = wk.decision.planned.next(next, end)
		if wk.observing != 0 {
			wk.emitRunning(c, next, i)
		}
		c = next
	}
	return root
}

// callBehavior calls the hook behavior of node i, unless the call was already made. If the hook raises an error,
// callBehavior exits the node, and ok is false. For mayPanic, see decideFrom.
func (wk *worker) callBehavior(i int32, n *node, mayPanic bool) (status Status, ok bool) {
	var ans Answer
	var err error
	switch d := wk.code.walk[i].Direct; {
	case wk.held.set:
		ans, err = wk.held.take()
		wk.visits--
	case d != nil && mayPanic:
		ans.Status = d.Run(wk.ctx.atDirect(i, HookBehavior))
	default:
		ans, err = wk.code.called[i].Call(wk.ctx.at(i, HookBehavior), HookBehavior)
	}
	wk.recordCall(i, n, HookBehavior, err)
	if err != nil {
		wk.end(i, n, ExitError)
		return Failure, false
	}
	return ans.Status, true
}

// finish applies the rule of node i after its hook has returned status, and exits the node if it ends.
func (wk *worker) finish(i int32, n *node, status Status) Status {
	if status == Running && !waitsForInterval(wk, i, n) {
		status = wk.prog.info[i].rule.act(wk, i, n)
		if !wk.active.has(i) {
			return status // a hook called by the rule raised an error, which has exited the node
		}
	}
	if wk.observing != 0 {
		wk.emit(Event{Kind: EventResult, Node: i, Status: status})
	}
	if status != Running {
		wk.end(i, n, endReason(status))
	}
	return status
}

// emitRunning emits the result Running of nodes with exclusive children, from c up to i, if the last descendant of
// such a node has run before next runs. The result of a node is emitted after the results of its descendants.
func (wk *worker) emitRunning(c, next, i int32) {
	for ; c >= i && wk.prog.nodes[c].end <= next; c = wk.prog.info[c].parent {
		if wk.prog.nodes[c].op <= opExclusive && wk.active.has(c) {
			wk.emit(Event{Kind: EventResult, Node: c, Status: Running})
		}
	}
}

func endReason(s Status) Reason {
	if s == Success {
		return ExitSuccess
	}
	return ExitFailure
}

// enter activates node i, and reports whether the node is active afterwards. If on_enter raises an error, the node
// is exited again.
func (wk *worker) enter(i int32, n *node) bool {
	s := &wk.agent.state[i]
	wk.active.set(i)
	*s = nodeState{entered: wk.world.clock}
	if n.starts {
		startNode(wk, i, n)
	}
	if n.ask&askStimulus != 0 {
		takeStimulus(wk, i)
	}
	if wk.observing != 0 {
		wk.emit(Event{Kind: EventEnter, Node: i})
	}
	if n.hooks.has(HookEnter) {
		if _, err := wk.call(i, n, HookEnter); err != nil {
			wk.exit(i, ExitError)
			return false
		}
	}
	return true
}

// end exits a node that has ended, after its active descendants. Planned nodes below the node no longer run.
func (wk *worker) end(i int32, n *node, r Reason) {
	if n.op != opLeaf {
		wk.abort(i+1, n.end)
	}
	wk.exit(i, r)
}

// exit exits one active node. During on_exit the node still counts as active.
func (wk *worker) exit(i int32, r Reason) {
	n := &wk.prog.nodes[i]
	if n.hooks.has(HookExit) {
		wk.ctx.reason = r
		wk.call(i, n, HookExit) // call reports an error of the hook, which has no other effect
	}
	wk.active.unset(i)
	wk.agent.state[i].memory = nil
	if n.starts && r == ExitAborted {
		coolDown(wk, i)
	}
	if n.ask&askStimulus != 0 {
		releaseStimulus(wk, i, r)
	}
	wk.agent.requests.nodeExits(i, r, wk.world.tick)
	if wk.observing != 0 {
		wk.emit(Event{Kind: EventExit, Node: i, Reason: r})
	}
}

// exitFrom exits the active nodes that are among the given ones or below one of them, last node of the tree first.
func (wk *worker) exitFrom(nodes []int32, r Reason) {
	for i := wk.active.highest(0, int32(len(wk.prog.nodes))); i >= 0; i = wk.active.highest(0, i) {
		if slices.ContainsFunc(nodes, func(top int32) bool { return top <= i && i < wk.prog.nodes[top].end }) {
			wk.exit(i, r)
		}
	}
}

// call calls a hook of node i, and records and reports its error. The hooks precondition and behavior have
// functions of their own, since each tick calls them often.
func (wk *worker) call(i int32, n *node, h Hook) (Answer, error) {
	ans, err := wk.code.called[i].Call(wk.ctx.at(i, h), h)
	wk.recordCall(i, n, h, err)
	return ans, err
}

// recordCall records whether a call of a hook raised an error. It may also record calls made for an explanation, since
// the suspects of that tick have been judged already.
func (wk *worker) recordCall(i int32, n *node, h Hook, err error) {
	if err == nil {
		wk.lastFaultless[n.faultlessBase+int32(h)] = wk.tick
		return
	}
	wk.hookFault(i, h, err)
}
