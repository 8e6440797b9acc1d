package engine

// The children of if_then_else and while_do_else are a condition, what to do if it
// succeeds, and maybe what else.

// ifThenElse asks the condition until a branch is taken, and then that branch.
type ifThenElse struct{}

func (ifThenElse) decide(t *worker, i int32, n *node) Certainty {
	if c := takenBranch(t, i); c != 0 {
		return t.decide(c)
	}
	condition := t.decide(i + 1)
	if condition == Open {
		return Open
	}
	return decideBranch(t, i, n, condition)
}

func (ifThenElse) act(t *worker, i int32, n *node) Status {
	c := t.decision.planned.next(i+1, n.end)
	if c == i+1 && takenBranch(t, i) == 0 {
		s := t.act(c)
		if s == Running {
			return Running
		}
		c = branch(t.prog, i, s == Success)
	}
	if c < n.end {
		t.agent.state[i].cursor = c
	}
	return actBranch(t, c, n)
}

// takenBranch returns the branch that if_then_else i has taken, 0 if none. After an edit it may
// stand in any place, also in that of the condition.
func takenBranch(t *worker, i int32) int32 {
	if !t.active.has(i) {
		return 0
	}
	return t.agent.state[i].cursor
}

// whileDoElse asks the condition every tick. While its result is open, the branch
// that runs is kept.
type whileDoElse struct{}

func (whileDoElse) decide(t *worker, i int32, n *node) Certainty {
	condition := t.decide(i + 1)
	if condition == Open {
		t.decision.kept.setSpan(t.active, t.prog.nodes[i+1].end, n.end)
		return Open
	}
	return decideBranch(t, i, n, condition)
}

func (whileDoElse) act(t *worker, i int32, n *node) Status {
	c := t.decision.planned.next(i+1, n.end)
	if c == i+1 {
		s := t.act(c)
		if s == Running {
			t.abort(t.prog.nodes[i+1].end, n.end)
			return Running
		}
		c = branch(t.prog, i, s == Success)
	}
	for b := i + 1; b < n.end; b = t.prog.nodes[b].end {
		if b != c {
			t.abort(b, t.prog.nodes[b].end)
		}
	}
	return actBranch(t, c, n)
}

// branch returns the branch of node i for a condition; the end of i if there is none.
func branch(p *Program, i int32, holds bool) int32 {
	then := p.nodes[i+1].end
	if holds {
		return then
	}
	return p.nodes[then].end
}

// decideBranch answers for the branch that a certain condition leads to. A missing
// one fails.
func decideBranch(t *worker, i int32, n *node, condition Certainty) Certainty {
	c := branch(t.prog, i, condition == Certain)
	if c >= n.end {
		return Refused
	}
	return t.decide(c)
}

// actBranch goes on with a branch; a missing one fails.
func actBranch(t *worker, c int32, n *node) Status {
	if c >= n.end {
		return Failure
	}
	s, _ := t.reach(c)
	return s
}

// switchCase plans the child for the value of the expression, in every tick
// anew. A last child without a case is for all other values.
type switchCase struct{}

func (switchCase) decide(t *worker, i int32, n *node) Certainty {
	t.ctx.node, t.ctx.direct = i, false
	x := t.prog.info[i].settings.Value
	v, err := x.Value(&t.ctx)
	if err != nil {
		t.partFault(i, partSwitch, x.Source(), err)
		return Refused
	}
	if t.ctx.rec != nil {
		t.ctx.rec.note(i, x.Source(), v.String())
	}
	for c := i + 1; c < n.end; c = t.prog.nodes[c].end {
		s := &t.prog.info[c].settings
		if s.HasCase && s.Case.Equal(v) || !s.HasCase && t.prog.nodes[c].end == n.end {
			return t.decide(c)
		}
	}
	return Refused
}

func (switchCase) act(t *worker, i int32, n *node) Status { return actChosen(t, i, n) }
