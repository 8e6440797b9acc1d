package engine

// walkAndKeep is walk for a composite that starts from its first child every tick.
// If the walk stops at a child that is open, what is active of the composite
// behind it is kept: only that child's result can decide about it.
func (t *worker) walkAndKeep(c, stop, end int32, goesOn Certainty) Certainty {
	for ; c < stop; c = t.nodes[c].end {
		r := t.decide(c)
		if r == Open {
			t.decision.kept.setSpan(t.active, t.nodes[c].end, end)
		}
		if r != goesOn {
			return r
		}
	}
	return goesOn
}

// goReactively runs the children before stop from the first planned one on. Where
// it is stopped, kept children behind are aborted.
func (t *worker) goReactively(i, stop, end int32, goesOn Status) Status {
	for c := t.decision.planned.next(i+1, end); c < stop; c = t.nodes[c].end {
		if s, _ := t.reach(c); s != goesOn {
			t.abort(t.nodes[c].end, end)
			return s
		}
	}
	return goesOn
}

// rest returns the first child of a monitor that is not a condition.
func (t *worker) rest(i int32, n *node) int32 {
	c := i + 1
	for k := max(1, t.prog.info[i].settings.Count); k > 0 && c < n.end; k-- {
		c = t.nodes[c].end
	}
	return c
}

// A monitor is a reactive sequence of conditions and a parallel of the rest.

func (t *worker) decideMonitor(i int32, n *node) Certainty {
	rest := t.rest(i, n)
	if r := t.walkAndKeep(i+1, rest, n.end, Certain); r != Certain {
		return r
	}
	return t.together(i, rest, n)
}

func (t *worker) actMonitor(i int32, n *node) Status {
	rest := t.rest(i, n)
	undecided := t.decision.planned.next(i+1, n.end) < rest && t.decision.planned.next(rest, n.end) == n.end
	if s := t.goReactively(i, rest, n.end, Success); s != Success {
		t.beginTogether(rest, n.end) // the parallel is aborted with its children
		return s
	}
	if undecided && !t.reachTogether(i, rest, n) {
		return Failure
	}
	return t.runTogether(i, rest, n)
}

// reachTogether is reach for the parallel part of a monitor, up to its run.
func (t *worker) reachTogether(i, rest int32, n *node) bool {
	t.decision.drop(rest, n.end)
	t.beginDecide()
	c := t.together(i, rest, n)
	t.endDecide()
	if c == Refused {
		t.decision.drop(rest, n.end)
		t.abort(rest, n.end)
		return false
	}
	t.exitSpan(rest, n.end)
	return true
}
