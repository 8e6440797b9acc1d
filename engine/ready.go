package engine

// ready reports whether a node is ready before its rule is applied. It checks stimulus, guard and precondition, in
// that order, and then, below a goal chooser, the node's postcondition.
func (wk *worker) ready(i int32, n *node) bool {
	if n.ask&(askDisabled|askMissing) != 0 || wk.world.faults.quarantined > 0 && wk.world.faults.health[n.behavior].quarantined {
		return wk.refuse(i, causeOfAbsence(n))
	}
	switch {
	case n.ask&askInterval != 0:
		return wk.readyByInterval(i, n) && notAchieved(wk, i, n)
	case n.ask&askStimulus != 0:
		if len(wk.agent.stimuli.held) == 0 { // as most of the time
			return wk.refuse(i, causeStimulus)
		}
		return wk.pick(i, n) && notAchieved(wk, i, n)
	case n.ask&askGuard != 0 && !guardHolds(wk, i):
		return wk.refuse(i, causeGuard)
	case n.ask&askPrecondition != 0 && !wk.callPrecondition(i, n):
		return wk.refuse(i, causePrecondition)
	}
	return notAchieved(wk, i, n)
}

// notAchieved reports whether node i is not a child of a goal chooser, or its goal is not achieved yet. It is called
// before the nodes below are asked, so that these are not asked for an achieved goal.
func notAchieved(wk *worker, i int32, n *node) bool {
	if n.ask&askPostcondition == 0 || !isAchieved(wk, i) {
		return true
	}
	if wk.ctx.explainer != nil {
		// if the postcondition raised an error, the explanation shows the error instead
		wk.ctx.explainer.dismissed(i, tr.T("its postcondition holds already"))
	}
	return false
}

func (wk *worker) refuse(i int32, cause string) bool {
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.refused(i, cause)
	}
	return false
}

func guardHolds(wk *worker, i int32) bool { return holds(wk, i, wk.prog.info[i].guard, partGuard) }

// holds reports whether a condition of node i is true. An error counts as false.
func holds(wk *worker, i int32, c Expression, p part) bool {
	wk.ctx.node, wk.ctx.viaDirect = i, false
	ok, err := c.Eval(&wk.ctx)
	if err != nil {
		wk.partFault(i, p, c.Source(), err)
		return false
	}
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.condition(i, p, c, ok)
	}
	return ok
}
