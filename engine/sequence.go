package engine

// Sequence and fallback are mirror images: a sequence goes on while its children
// succeed, a fallback while they fail. "goesOn" is the result that lets them go on.

// sequence is the rule of sequence, filter and sequence_with_memory. It walks over children that are certain to
// succeed. With per_tick=one it does not go behind one that begins in this tick.
type sequence struct{}

func (sequence) decide(t *worker, i int32, n *node) Certainty {
	for c := firstChild(t, i); c < n.end; c = t.prog.nodes[c].end {
		if r := t.decide(c); r != Certain {
			return r
		}
		if t.prog.nodes[c].end < n.end && !t.active.has(c) && t.prog.info[i].settings.OnePerTick {
			return Open
		}
	}
	return Certain
}

func (sequence) act(t *worker, i int32, n *node) Status { return actInTurn(t, i, n, Success) }

// fallback is the rule of fallback and fallback_with_memory. It walks over children that are not ready. If the
// memory of an inactive one leads to nothing that is ready, it has failed as a whole and starts
// over: it would otherwise be stuck for good.
type fallback struct{}

func (fallback) decide(t *worker, i int32, n *node) Certainty {
	first := firstChild(t, i)
	r := walk(t, first, n.end, Refused)
	if r == Refused && !t.active.has(i) {
		return walk(t, i+1, first, Refused)
	}
	return r
}

func (fallback) act(t *worker, i int32, n *node) Status { return actInTurn(t, i, n, Failure) }

// firstChild returns the child at which a sequence or fallback goes on.
func firstChild(t *worker, i int32) int32 {
	var c int32
	switch k := t.prog.info[i].slot; {
	case k >= 0:
		c = t.agent.slots[k].cursor
	case t.active.has(i):
		c = t.agent.state[i].cursor
	}
	return max(c, i+1)
}

// walk asks children as long as they are certain to let the composite go
// on. The first that is not decides.
func walk(t *worker, c, end int32, goesOn Certainty) Certainty {
	for ; c < end; c = t.prog.nodes[c].end {
		if r := t.decide(c); r != goesOn {
			return r
		}
	}
	return goesOn
}

// actInTurn runs children from the first planned one on, as long as they end with
// what lets the composite go on. Only when all did is the memory of the kinds
// with memory reset. With per_tick=one it waits behind a child that has begun in this
// tick.
func actInTurn(t *worker, i int32, n *node, goesOn Status) Status {
	for c := t.decision.planned.next(i+1, n.end); c < n.end; c = t.prog.nodes[c].end {
		setTurn(t, i, c)
		begins := !t.active.has(c)
		s, ready := t.reach(c)
		if s != goesOn {
			return s
		}
		if next := t.prog.nodes[c].end; begins && ready && next < n.end && t.prog.info[i].settings.OnePerTick {
			setTurn(t, i, next)
			return Running
		}
	}
	setTurn(t, i, 0)
	return goesOn
}

// setTurn makes it the turn of child c, 0 for the first.
func setTurn(t *worker, i, c int32) {
	t.agent.state[i].cursor = c
	if k := t.prog.info[i].slot; k >= 0 {
		t.agent.slots[k].cursor = c
	}
}
