package engine

// reactive is the rule of reactive_sequence and reactive_fallback, which start from their first child in every
// tick.
type reactive struct {
	certain Certainty // Certainty of a child after which the node continues
	goesOn  Status    // Status of a child after which the node continues
}

func (r reactive) decide(wk *worker, i int32, n *node) Certainty {
	return decideReactively(wk, i+1, n.end, n.end, r.certain)
}

func (r reactive) act(wk *worker, i int32, n *node) Status {
	return actReactively(wk, i, n.end, n.end, r.goesOn)
}

// decideReactively is like walk, for the children from c to stop. If it stops at an open child, it keeps the active
// nodes after that child, since the result of the child decides whether they continue.
func decideReactively(wk *worker, c, stop, end int32, goesOn Certainty) Certainty {
	for ; c < stop; c = wk.prog.nodes[c].end {
		r := wk.decide(c)
		if r == Open {
			wk.decision.kept.setSpan(wk.active, wk.prog.nodes[c].end, end)
		}
		if r != goesOn {
			return r
		}
	}
	return goesOn
}

// actReactively runs the children before stop, beginning with the first planned one. If it stops at a child, it
// aborts the kept children after that child.
func actReactively(wk *worker, i, stop, end int32, goesOn Status) Status {
	for c := wk.decision.planned.next(i+1, end); c < stop; c = wk.prog.nodes[c].end {
		if s, _ := wk.decideAndAct(c); s != goesOn {
			wk.abort(wk.prog.nodes[c].end, end)
			return s
		}
	}
	return goesOn
}

// monitor is a reactive sequence of conditions, followed by a parallel of the other children.
type monitor struct{}

func (monitor) decide(wk *worker, i int32, n *node) Certainty {
	watched := firstWatched(wk, i, n)
	if r := decideReactively(wk, i+1, watched, n.end, Certain); r != Certain {
		return r
	}
	return decideTogether(wk, i, watched, n)
}

func (monitor) act(wk *worker, i int32, n *node) Status {
	watched := firstWatched(wk, i, n)
	undecided := wk.decision.planned.next(i+1, n.end) < watched && wk.decision.planned.next(watched, n.end) == n.end
	if s := actReactively(wk, i, watched, n.end, Success); s != Success {
		forgetResults(wk, watched, n.end) // the parallel part is aborted with its children
		return s
	}
	if undecided && !decideRestInAct(wk, i, watched, n) {
		return Failure
	}
	return actTogether(wk, i, watched, n)
}

func (monitor) start(wk *worker, i int32, n *node) { forgetResults(wk, i+1, n.end) }

// firstWatched returns the first child of a monitor that is not a condition.
func firstWatched(wk *worker, i int32, n *node) int32 {
	c := i + 1
	for k := max(1, wk.prog.info[i].settings.Count); k > 0 && c < n.end; k-- {
		c = wk.prog.nodes[c].end
	}
	return c
}

// decideRestInAct decides the parallel part of a monitor in Act, and reports whether that part is ready. If the
// part is not ready, it is aborted. Otherwise its active nodes that are not planned are exited.
func decideRestInAct(wk *worker, i, first int32, n *node) bool {
	wk.decision.drop(first, n.end)
	wk.ctx.beginDecide()
	c := decideTogether(wk, i, first, n)
	wk.endDecide()
	if c == Refused {
		wk.decision.drop(first, n.end)
		wk.abort(first, n.end)
		return false
	}
	wk.exitSpan(first, n.end)
	return true
}
