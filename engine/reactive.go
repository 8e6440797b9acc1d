package engine

// reactive is the rule of reactive_sequence and reactive_fallback, which start from their first child every tick.
type reactive struct {
	certain Certainty // of a child that lets it go on
	goesOn  Status    // likewise
}

func (r reactive) decide(t *worker, i int32, n *node) Certainty {
	return decideReactively(t, i+1, n.end, n.end, r.certain)
}

func (r reactive) act(t *worker, i int32, n *node) Status {
	return actReactively(t, i, n.end, n.end, r.goesOn)
}

// decideReactively asks the children from c to stop like walk. If it stops at a child that is open, what is active
// of the composite behind it is kept: only that child's result can decide about it.
func decideReactively(t *worker, c, stop, end int32, goesOn Certainty) Certainty {
	for ; c < stop; c = t.prog.nodes[c].end {
		r := t.decide(c)
		if r == Open {
			t.decision.kept.setSpan(t.active, t.prog.nodes[c].end, end)
		}
		if r != goesOn {
			return r
		}
	}
	return goesOn
}

// actReactively runs the children before stop from the first planned one on. Where
// it is stopped, kept children behind are aborted.
func actReactively(t *worker, i, stop, end int32, goesOn Status) Status {
	for c := t.decision.planned.next(i+1, end); c < stop; c = t.prog.nodes[c].end {
		if s, _ := t.reach(c); s != goesOn {
			t.abort(t.prog.nodes[c].end, end)
			return s
		}
	}
	return goesOn
}

// monitor is a reactive sequence of conditions and a parallel of the other children.
type monitor struct{}

func (monitor) decide(t *worker, i int32, n *node) Certainty {
	watched := firstWatched(t, i, n)
	if r := decideReactively(t, i+1, watched, n.end, Certain); r != Certain {
		return r
	}
	return decideTogether(t, i, watched, n)
}

func (monitor) act(t *worker, i int32, n *node) Status {
	watched := firstWatched(t, i, n)
	undecided := t.decision.planned.next(i+1, n.end) < watched && t.decision.planned.next(watched, n.end) == n.end
	if s := actReactively(t, i, watched, n.end, Success); s != Success {
		forgetResults(t, watched, n.end) // the parallel is aborted with its children
		return s
	}
	if undecided && !reachTogether(t, i, watched, n) {
		return Failure
	}
	return actTogether(t, i, watched, n)
}

func (monitor) start(t *worker, i int32, n *node) { forgetResults(t, i+1, n.end) }

// firstWatched returns the first child of a monitor that is not a condition.
func firstWatched(t *worker, i int32, n *node) int32 {
	c := i + 1
	for k := max(1, t.prog.info[i].settings.Count); k > 0 && c < n.end; k-- {
		c = t.prog.nodes[c].end
	}
	return c
}

// reachTogether is reach for the parallel part of a monitor, up to its run.
func reachTogether(t *worker, i, first int32, n *node) bool {
	t.decision.drop(first, n.end)
	t.beginDecide()
	c := decideTogether(t, i, first, n)
	t.endDecide()
	if c == Refused {
		t.decision.drop(first, n.end)
		t.abort(first, n.end)
		return false
	}
	t.exitSpan(first, n.end)
	return true
}
