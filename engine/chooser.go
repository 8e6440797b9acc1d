package engine

import "strconv"

// choose applies the rule of a chooser to the children of node i: it plans the one
// that is chosen and is what that one is.
func (t *worker) choose(i int32, n *node, by Kind) Certainty {
	switch by {
	case KindSticky:
		return t.chooseFirst(i, n, t.active.next(i+1, n.end), true)
	case KindDynamicPriority:
		return t.chooseFirst(i, n, t.active.next(i+1, n.end), false)
	case KindRandom:
		return t.chooseRandom(i, n)
	case KindUtility:
		return t.chooseHighest(i, n)
	}
	return t.walk(i+1, n.end, Refused) // priority; and goal, whose children are asked for their postconditions
}

// chooseFirst plans the first ready child, where the active one is asked before
// all others or behind them.
func (t *worker) chooseFirst(i int32, n *node, active int32, activeFirst bool) Certainty {
	if active < n.end && activeFirst {
		if r := t.decide(active); r != Refused {
			return r
		}
	}
	for c := i + 1; c < n.end; c = t.nodes[c].end {
		if c != active {
			if r := t.decide(c); r != Refused {
				return r
			}
		}
	}
	if active < n.end && !activeFirst {
		return t.decide(active)
	}
	return Refused
}

// dismiss drops a child that is ready and was not chosen.
func (t *worker) dismiss(c int32, why string) {
	t.decision.drop(c, t.nodes[c].end)
	if t.ctx.rec != nil {
		t.ctx.rec.dismissed(c, why)
	}
}

// isAchieved asks the postcondition of a child. One that raises counts as
// achieved: the child is not chosen.
func (t *worker) isAchieved(i int32) bool {
	yes, err := t.postcondition(i)
	return yes || err != nil
}

// postcondition asks the postcondition of a node; without one it does not hold.
func (t *worker) postcondition(i int32) (bool, error) {
	n := &t.nodes[i]
	if !n.hooks.Has(HookPostcondition) {
		return false, nil
	}
	ans, err := t.bound[i].Call(t.ctx.at(i, HookPostcondition), HookPostcondition)
	t.note(i, n, HookPostcondition, err)
	return ans.Yes, err
}

// outscored says why a child of utility node i loses against another one.
func (t *worker) outscored(i int32, loser, winner Choice, active int32) string {
	if t.ctx.rec == nil {
		return ""
	}
	inertia := t.prog.info[i].settings.Inertia
	switch {
	case winner.Node == int(active) && winner.Score-inertia <= loser.Score && inertia > 0:
		return "the active one goes on: its utility is not exceeded by more than " + FormatNumber(inertia)
	case winner.Node == int(active) && winner.Score == loser.Score:
		return "the active one goes on: its utility is the same"
	case winner.Score == loser.Score:
		return "another of the same utility stands before it"
	}
	return "another has a higher utility"
}

// chooseHighest plans the ready child of the highest utility. Ties go to the active
// child, then to the earlier one; who challenges the active one must exceed it by
// more than the inertia.
func (t *worker) chooseHighest(i int32, n *node) Certainty {
	active := t.active.next(i+1, n.end)
	best := Choice{Node: -1, is: Refused}
	for c := i + 1; c < n.end; c = t.nodes[c].end {
		r := t.decide(c)
		if r == Refused {
			continue
		}
		score, ok := t.utility(c)
		if !ok {
			t.dismiss(c, "its utility raised an error")
			continue
		}
		if c == active {
			score += t.prog.info[i].settings.Inertia
		}
		loser := Choice{Node: int(c), is: r, Score: score}
		if best.Node < 0 || score > best.Score || score == best.Score && c == active {
			loser, best = best, loser
		}
		if loser.Node >= 0 {
			t.dismiss(int32(loser.Node), t.outscored(i, loser, best, active))
		}
	}
	return best.is
}

// utility asks a ready node for its score; without the hook it is 0.
func (t *worker) utility(i int32) (score float64, ok bool) {
	n := &t.nodes[i]
	if !n.hooks.Has(HookUtility) {
		return 0, true
	}
	ans, err := t.bound[i].Call(t.ctx.at(i, HookUtility), HookUtility)
	t.note(i, n, HookUtility, err)
	if t.ctx.rec != nil && err == nil {
		t.ctx.rec.note(i, "utility", strconv.FormatFloat(ans.Score, 'g', 6, 64))
	}
	return ans.Score, err == nil
}

// chooseRandom keeps the active child while it is ready, else draws one of the
// ready children by weight.
func (t *worker) chooseRandom(i int32, n *node) Certainty {
	active := t.active.next(i+1, n.end)
	if active < n.end {
		if r := t.decide(active); r != Refused {
			return r
		}
	}
	base := len(t.choices)
	sum := 0.0
	for c := i + 1; c < n.end; c = t.nodes[c].end {
		if c == active {
			continue
		}
		if r := t.decide(c); r != Refused {
			w := max(0, t.weight(c))
			sum += w
			t.choices = append(t.choices, Choice{Node: int(c), is: r, Score: w})
		}
	}
	is := t.drawOne(i, t.choices[base:], sum)
	t.choices = t.choices[:base]
	return is
}

// drawOne keeps one of the candidates and dismisses the others.
func (t *worker) drawOne(i int32, list []Choice, sum float64) Certainty {
	chosen := -1
	if sum > 0 {
		x := t.draw(i, 0) * sum
		for k := range list {
			if list[k].Score <= 0 {
				continue
			}
			chosen = k
			if x < list[k].Score {
				break
			}
			x -= list[k].Score
		}
	}
	is := Refused
	for k := range list {
		switch {
		case k == chosen:
			is = list[k].is
		case list[k].Score <= 0:
			t.dismiss(int32(list[k].Node), "its weight is 0")
		default:
			t.dismiss(int32(list[k].Node), "another was drawn")
		}
	}
	return is
}

// decideCommitted plans what the chooser of a behavior node chooses. The node is
// ready in any case, unless its own postcondition raises.
func (t *worker) decideCommitted(i int32, n *node) Certainty {
	by := t.prog.behaviors[i].Children.Chooser()
	if by == KindGoal {
		t.decision.achieved.unset(i)
	}
	if by == KindGoal && n.ask&askPostcondition == 0 { // else a chooser above has asked, and it does not hold
		switch yes, err := t.postcondition(i); {
		case err != nil:
			return Refused
		case yes:
			t.decision.achieved.set(i)
			return Open
		}
	}
	t.choose(i, n, by)
	return Open
}

func (t *worker) actCommitted(i int32, n *node) Status {
	if t.prog.behaviors[i].Children == ChildrenGoal && t.decision.achieved.has(i) {
		return Success
	}
	t.actPlanned(i, n)
	return Running
}
