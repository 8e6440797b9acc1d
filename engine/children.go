package engine

// How a behavior that is Running handles its children by itself, without a
// chooser.

// turn returns the child of a sequential node whose turn it is.
func (t *worker) turn(i int32) int32 {
	if t.active.has(i) && t.agent.state[i].cursor != 0 {
		return t.agent.state[i].cursor
	}
	return i + 1
}

// decideTurn plans the first ready child from c on and returns it, or end.
func (t *worker) decideTurn(c, end int32) int32 {
	for ; c < end; c = t.nodes[c].end {
		if t.decide(c) != Refused {
			return c
		}
	}
	return end
}

// actPlanned runs the planned children, whose results do not matter.
func (t *worker) actPlanned(i int32, n *node) {
	for c := t.decision.planned.next(i+1, n.end); c < n.end; c = t.decision.planned.next(t.nodes[c].end, n.end) {
		t.act(c)
	}
}

// actSequential runs the child whose turn it is. When that one succeeds, the
// next one's turn comes in the same tick, and only then it is decided.
func (t *worker) actSequential(i int32, n *node) Status {
	c := t.turn(i)
	for c < n.end && !t.decision.planned.has(c) {
		c = t.nodes[c].end
	}
	for c < n.end {
		t.agent.state[i].cursor = c
		if s := t.act(c); s != Success {
			return s
		}
		t.beginDecide()
		c = t.decideTurn(t.nodes[c].end, n.end)
		t.endDecide()
	}
	return Success
}
