package engine

import "strconv"

// priority plans the first ready child, where the active one is asked in its place, before all others, or behind
// them. It is also the rule of goal, whose children are asked for their postconditions.
type priority struct{ active activePlace }

// activePlace is when a priority asks the active child.
type activePlace uint8

const (
	activeInPlace activePlace = iota
	activeFirst
	activeLast
)

func (r priority) decide(t *worker, i int32, n *node) Certainty {
	if r.active == activeInPlace {
		return walk(t, i+1, n.end, Refused)
	}
	active := t.active.next(i+1, n.end)
	if active < n.end && r.active == activeFirst {
		if r := t.decide(active); r != Refused {
			return r
		}
	}
	for c := i + 1; c < n.end; c = t.prog.nodes[c].end {
		if c != active {
			if r := t.decide(c); r != Refused {
				return r
			}
		}
	}
	if active < n.end && r.active == activeLast {
		return t.decide(active)
	}
	return Refused
}

func (priority) act(t *worker, i int32, n *node) Status { return actChosen(t, i, n) }

// utility plans the ready child of the highest utility. Ties go to the active
// child, then to the earlier one; a challenger of the active one must exceed it by
// more than the inertia.
type utility struct{}

func (utility) decide(t *worker, i int32, n *node) Certainty {
	active := t.active.next(i+1, n.end)
	best := Choice{Node: -1, is: Refused}
	for c := i + 1; c < n.end; c = t.prog.nodes[c].end {
		r := t.decide(c)
		if r == Refused {
			continue
		}
		score, ok := score(t, c)
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
			t.dismiss(int32(loser.Node), outscored(t, i, loser, best, active))
		}
	}
	return best.is
}

func (utility) act(t *worker, i int32, n *node) Status { return actChosen(t, i, n) }

// outscored says why a child of utility node i loses against another one.
func outscored(t *worker, i int32, loser, winner Choice, active int32) string {
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

// score asks a ready node for its score; without the hook it is 0.
func score(t *worker, i int32) (score float64, ok bool) {
	n := &t.prog.nodes[i]
	if !n.hooks.Has(HookUtility) {
		return 0, true
	}
	ans, err := t.code.bound[i].Call(t.ctx.at(i, HookUtility), HookUtility)
	t.note(i, n, HookUtility, err)
	if t.ctx.rec != nil && err == nil {
		t.ctx.rec.note(i, "utility", strconv.FormatFloat(ans.Score, 'g', 6, 64))
	}
	return ans.Score, err == nil
}

// random keeps the active child while it is ready, else draws one of the
// ready children by weight.
type random struct{}

func (random) decide(t *worker, i int32, n *node) Certainty {
	active := t.active.next(i+1, n.end)
	if active < n.end {
		if r := t.decide(active); r != Refused {
			return r
		}
	}
	base := len(t.choices)
	sum := 0.0
	for c := i + 1; c < n.end; c = t.prog.nodes[c].end {
		if c == active {
			continue
		}
		if r := t.decide(c); r != Refused {
			w := max(0, weight(t.prog, c))
			sum += w
			t.choices = append(t.choices, Choice{Node: int(c), is: r, Score: w})
		}
	}
	is := drawOne(t, i, t.choices[base:], sum)
	t.choices = t.choices[:base]
	return is
}

func (random) act(t *worker, i int32, n *node) Status { return actChosen(t, i, n) }

// drawOne keeps one of the candidates and dismisses the others.
func drawOne(t *worker, i int32, list []Choice, sum float64) Certainty {
	chosen := -1
	if sum > 0 {
		x := draw(t, i, 0) * sum
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

// committed is the rule of a behavior whose children a chooser chooses. The behavior is ready in any case, unless
// its own postcondition raises an error.
type committed struct {
	chooser nodeRule
	byGoal  bool // children = "goal": a behavior that has reached its own goal ends
}

func (r committed) decide(t *worker, i int32, n *node) Certainty {
	if r.byGoal {
		t.decision.achieved.unset(i)
	}
	if r.byGoal && n.ask&askPostcondition == 0 { // else a chooser above has asked, and it does not hold
		switch yes, err := postcondition(t, i); {
		case err != nil:
			return Refused
		case yes:
			t.decision.achieved.set(i)
			return Open
		}
	}
	r.chooser.decide(t, i, n)
	return Open
}

func (r committed) act(t *worker, i int32, n *node) Status {
	if r.byGoal && t.decision.achieved.has(i) {
		return Success
	}
	for c := t.decision.planned.next(i+1, n.end); c < n.end; c = t.decision.planned.next(t.prog.nodes[c].end, n.end) {
		t.act(c)
	}
	return Running
}

// dismiss drops a child that is ready and was not chosen.
func (t *worker) dismiss(c int32, why string) {
	t.decision.drop(c, t.prog.nodes[c].end)
	if t.ctx.rec != nil {
		t.ctx.rec.dismissed(c, why)
	}
}

// isAchieved asks the postcondition of a child. One that raises counts as
// achieved: the child is not chosen.
func isAchieved(t *worker, i int32) bool {
	yes, err := postcondition(t, i)
	return yes || err != nil
}

// postcondition asks the postcondition of a node; without one it does not hold.
func postcondition(t *worker, i int32) (bool, error) {
	n := &t.prog.nodes[i]
	if !n.hooks.Has(HookPostcondition) {
		return false, nil
	}
	ans, err := t.code.bound[i].Call(t.ctx.at(i, HookPostcondition), HookPostcondition)
	t.note(i, n, HookPostcondition, err)
	return ans.Yes, err
}
