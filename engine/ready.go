package engine

// ready asks guard, stimulus and precondition of a node, in that order, and below a
// goal chooser its postcondition.
func (t *worker) ready(i int32, n *node) bool {
	if n.ask&(askDisabled|askMissing) != 0 || t.world.faults.quarantined > 0 && t.world.faults.health[n.behavior].quarantined {
		return t.refuse(i, causeOfAbsence(n))
	}
	if n.ask&askInterval != 0 {
		return t.readyByInterval(i, n) && wanted(t, i, n)
	}
	if n.ask&askGuard != 0 && !guardHolds(t, i) {
		return t.refuse(i, causeGuard)
	}
	if n.ask&askStimulus != 0 && !offerStimulus(t, i) {
		return t.refuse(i, causeStimulus)
	}
	if n.ask&askPrecondition != 0 {
		ans, err := t.code.bound[i].Call(t.ctx.at(i, HookPrecondition), HookPrecondition)
		if t.note(i, n, HookPrecondition, err); err != nil || !ans.Yes {
			return t.refuse(i, causePrecondition)
		}
	}
	return wanted(t, i, n)
}

// wanted reports whether a node is not dismissed by a goal chooser above it. It is asked
// before what is below the node, which costs nothing if the goal is achieved.
func wanted(t *worker, i int32, n *node) bool {
	if n.ask&askPostcondition == 0 || !isAchieved(t, i) {
		return true
	}
	if t.ctx.rec != nil {
		t.ctx.rec.dismissed(i, "its postcondition holds already") // an error in it is shown instead
	}
	return false
}

func (t *worker) refuse(i int32, cause string) bool {
	if t.ctx.rec != nil {
		t.ctx.rec.refused(i, cause)
	}
	return false
}

func guardHolds(t *worker, i int32) bool { return holds(t, i, t.prog.info[i].guard, partGuard) }

// holds evaluates a condition of node i.
func holds(t *worker, i int32, c Condition, p part) bool {
	t.ctx.node, t.ctx.direct = i, false
	ok, err := c.Eval(&t.ctx)
	if err != nil {
		t.partFault(i, p, c.Source(), err)
		return false
	}
	if t.ctx.rec != nil {
		t.ctx.rec.condition(i, p, c, ok)
	}
	return ok
}
