package engine

// sequential is the rule of a behavior whose children run one after another.
type sequential struct{}

func (sequential) decide(wk *worker, i int32, n *node) Certainty {
	decideTurn(wk, turn(wk, i), n.end)
	return Open
}

// act runs the current child. If it succeeds, the next child is decided and run in the same tick.
func (sequential) act(wk *worker, i int32, n *node) Status {
	c := turn(wk, i)
	for c < n.end && !wk.decision.planned.has(c) {
		c = wk.prog.nodes[c].end
	}
	for c < n.end {
		wk.agent.state[i].cursor = c
		if s := wk.act(c); s != Success {
			return s
		}
		wk.ctx.beginDecide()
		c = decideTurn(wk, wk.prog.nodes[c].end, n.end)
		wk.endDecide()
	}
	return Success
}

// turn returns the current child of a sequential node.
func turn(wk *worker, i int32) int32 {
	if wk.active.has(i) && wk.agent.state[i].cursor != 0 {
		return wk.agent.state[i].cursor
	}
	return i + 1
}

// decideTurn plans the first ready child, beginning with c. It returns that child, or end if
// there is none.
func decideTurn(wk *worker, c, end int32) int32 {
	for ; c < end; c = wk.prog.nodes[c].end {
		if wk.decide(c) != Refused {
			return c
		}
	}
	return end
}
