package engine

// sequential is the rule of a behavior whose children take turns.
type sequential struct{}

func (sequential) decide(t *worker, i int32, n *node) Certainty {
	decideTurn(t, turn(t, i), n.end)
	return Open
}

// act runs the child whose turn it is. When that one succeeds, the
// next one's turn comes in the same tick, and only then it is decided.
func (sequential) act(t *worker, i int32, n *node) Status {
	c := turn(t, i)
	for c < n.end && !t.decision.planned.has(c) {
		c = t.prog.nodes[c].end
	}
	for c < n.end {
		t.agent.state[i].cursor = c
		if s := t.act(c); s != Success {
			return s
		}
		t.beginDecide()
		c = decideTurn(t, t.prog.nodes[c].end, n.end)
		t.endDecide()
	}
	return Success
}

// turn returns the child of a sequential node whose turn it is.
func turn(t *worker, i int32) int32 {
	if t.active.has(i) && t.agent.state[i].cursor != 0 {
		return t.agent.state[i].cursor
	}
	return i + 1
}

// decideTurn plans the first ready child from c on and returns it, or end.
func decideTurn(t *worker, c, end int32) int32 {
	for ; c < end; c = t.prog.nodes[c].end {
		if t.decide(c) != Refused {
			return c
		}
	}
	return end
}
