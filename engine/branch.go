package engine

// The children of if_then_else and while_do_else are a condition, a branch for success and, optionally, a branch
// for failure.

// ifThenElse evaluates the condition until it takes a branch. From then on it runs only that branch.
type ifThenElse struct{}

func (ifThenElse) decide(wk *worker, i int32, n *node) Certainty {
	if c := takenBranch(wk, i); c != 0 {
		return wk.decide(c)
	}
	condition := wk.decide(i + 1)
	if condition == Open {
		return Open
	}
	return decideBranch(wk, i, n, condition)
}

func (ifThenElse) act(wk *worker, i int32, n *node) Status {
	c := wk.decision.planned.next(i+1, n.end)
	if c == i+1 && takenBranch(wk, i) == 0 {
		s := wk.act(c)
		if s == Running {
			return Running
		}
		c = branch(wk.prog, i, s == Success)
	}
	if c < n.end {
		wk.agent.state[i].cursor = c
	}
	return actBranch(wk, c, n)
}

// takenBranch returns the branch that if_then_else i has taken, or 0 if it has taken none. After an edit, the branch
// can be any child, even the first.
func takenBranch(wk *worker, i int32) int32 {
	if !wk.active.has(i) {
		return 0
	}
	return wk.agent.state[i].cursor
}

// whileDoElse evaluates the condition in every tick. While the condition has no result yet, the running branch is
// kept.
type whileDoElse struct{}

func (whileDoElse) decide(wk *worker, i int32, n *node) Certainty {
	condition := wk.decide(i + 1)
	if condition == Open {
		wk.decision.kept.setSpan(wk.active, wk.prog.nodes[i+1].end, n.end)
		return Open
	}
	return decideBranch(wk, i, n, condition)
}

func (whileDoElse) act(wk *worker, i int32, n *node) Status {
	c := wk.decision.planned.next(i+1, n.end)
	if c == i+1 {
		s := wk.act(c)
		if s == Running {
			wk.abort(wk.prog.nodes[i+1].end, n.end)
			return Running
		}
		c = branch(wk.prog, i, s == Success)
	}
	for b := i + 1; b < n.end; b = wk.prog.nodes[b].end {
		if b != c {
			wk.abort(b, wk.prog.nodes[b].end)
		}
	}
	return actBranch(wk, c, n)
}

// branch returns the branch of node i for a condition that holds or does not hold. If there is no such child, it
// returns the end of i.
func branch(p *Program, i int32, holds bool) int32 {
	then := p.nodes[i+1].end
	if holds {
		return then
	}
	return p.nodes[then].end
}

// decideBranch returns the certainty of the branch for a condition whose result is certain. A missing branch fails.
func decideBranch(wk *worker, i int32, n *node, condition Certainty) Certainty {
	c := branch(wk.prog, i, condition == Certain)
	if c >= n.end {
		return Refused
	}
	return wk.decide(c)
}

// actBranch runs branch c of node n. A missing branch fails.
func actBranch(wk *worker, c int32, n *node) Status {
	if c >= n.end {
		return Failure
	}
	s, _ := wk.decideAndAct(c)
	return s
}

// switchCase plans the child for the value of the expression, which it evaluates in every tick. If the last child
// has no case, it is for all other values.
type switchCase struct{}

func (switchCase) decide(wk *worker, i int32, n *node) Certainty {
	wk.ctx.node, wk.ctx.viaDirect = i, false
	x := wk.prog.info[i].settings.Expression
	v, err := x.Value(&wk.ctx)
	if err != nil {
		wk.partFault(i, partSwitch, x.Source(), err)
		return Refused
	}
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.note(i, x.Source(), v.String())
	}
	for c := i + 1; c < n.end; c = wk.prog.nodes[c].end {
		s := &wk.prog.info[c].settings
		if s.Case != nil && s.Case.Equal(v) || s.Case == nil && wk.prog.nodes[c].end == n.end {
			return wk.decide(c)
		}
	}
	return Refused
}

func (switchCase) act(wk *worker, i int32, n *node) Status { return actChosen(wk, i, n) }
