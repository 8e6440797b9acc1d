package engine

// A sequence continues while its children succeed, and a fallback continues while they fail. In this file, goesOn
// is the result of a child after which a node continues.

// sequence is the rule of sequence, filter and sequence_with_memory. It asks children while they are certain to
// succeed. With per_tick=one, it does not ask children after a child that begins in this tick.
type sequence struct{}

func (sequence) decide(wk *worker, i int32, n *node) Certainty {
	for c := firstChild(wk, i); c < n.end; c = wk.prog.nodes[c].end {
		if r := wk.decide(c); r != Certain {
			return r
		}
		if wk.prog.nodes[c].end < n.end && !wk.active.has(c) && wk.prog.info[i].settings.OnePerTick {
			return Open
		}
	}
	return Certain
}

func (sequence) act(wk *worker, i int32, n *node) Status { return actInTurn(wk, i, n, Success) }

// fallback is the rule of fallback and fallback_with_memory. It asks children while they are not ready. If an
// inactive fallback with memory finds no ready child from its cursor on, it has failed as a whole and starts from
// the first child. Otherwise it could never run again.
type fallback struct{}

func (fallback) decide(wk *worker, i int32, n *node) Certainty {
	first := firstChild(wk, i)
	r := walk(wk, first, n.end, Refused)
	if r == Refused && !wk.active.has(i) {
		return walk(wk, i+1, first, Refused)
	}
	return r
}

func (fallback) act(wk *worker, i int32, n *node) Status { return actInTurn(wk, i, n, Failure) }

// firstChild returns the child at which a sequence or fallback starts or continues.
func firstChild(wk *worker, i int32) int32 {
	var c int32
	switch k := wk.prog.info[i].persistentIndex; {
	case k >= 0:
		c = wk.agent.persistent[k].cursor
	case wk.active.has(i):
		c = wk.agent.state[i].cursor
	}
	return max(c, i+1)
}

// walk asks children while they have the certainty goesOn, with which the composite continues. The first child
// with another certainty decides the answer.
func walk(wk *worker, c, end int32, goesOn Certainty) Certainty {
	for ; c < end; c = wk.prog.nodes[c].end {
		if r := wk.decide(c); r != goesOn {
			return r
		}
	}
	return goesOn
}

// actInTurn runs children, beginning with the first planned one, while they end with goesOn. When all children
// have done so, actInTurn resets the memory of the kinds with memory. With per_tick=one, it stops after a child
// that has begun in this tick.
func actInTurn(wk *worker, i int32, n *node, goesOn Status) Status {
	for c := wk.decision.planned.next(i+1, n.end); c < n.end; c = wk.prog.nodes[c].end {
		setTurn(wk, i, c)
		begins := !wk.active.has(c)
		s, ready := wk.decideAndAct(c)
		if s != goesOn {
			return s
		}
		if next := wk.prog.nodes[c].end; begins && ready && next < n.end && wk.prog.info[i].settings.OnePerTick {
			setTurn(wk, i, next)
			return Running
		}
	}
	setTurn(wk, i, 0)
	return goesOn
}

// setTurn makes c the current child; 0 means the first child.
func setTurn(wk *worker, i, c int32) {
	wk.agent.state[i].cursor = c
	if k := wk.prog.info[i].persistentIndex; k >= 0 {
		wk.agent.persistent[k].cursor = c
	}
}
