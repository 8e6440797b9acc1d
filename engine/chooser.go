package engine

import (
	"strconv"

	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// priority plans the first ready child. It asks the active child in tree order, before all other children, or after
// them. priority is also the rule of goal, which asks the postconditions of its children.
type priority struct{ active activePlace }

// activePlace says when a priority asks the active child: in tree order, first or last.
type activePlace uint8

const (
	activeInPlace activePlace = iota
	activeFirst
	activeLast
)

func (r priority) decide(wk *worker, i int32, n *node) Certainty {
	if r.active == activeInPlace {
		return walk(wk, i+1, n.end, Refused)
	}
	active := wk.active.next(i+1, n.end)
	if active < n.end && r.active == activeFirst {
		if r := wk.decide(active); r != Refused {
			return r
		}
	}
	for c := i + 1; c < n.end; c = wk.prog.nodes[c].end {
		if c != active {
			if r := wk.decide(c); r != Refused {
				return r
			}
		}
	}
	if active < n.end && r.active == activeLast {
		return wk.decide(active)
	}
	return Refused
}

func (priority) act(wk *worker, i int32, n *node) Status { return actChosen(wk, i, n) }

// utility plans the ready child with the highest utility. If two utilities are equal, the active child wins, and
// then the earlier child. Another child replaces the active one only if its utility is higher by more than the
// inertia.
type utility struct{}

func (utility) decide(wk *worker, i int32, n *node) Certainty {
	active := wk.active.next(i+1, n.end)
	inertia := wk.numberOr(i, wk.prog.info[i].settings.Inertia)
	best := Choice{Node: -1, is: Refused}
	for c := i + 1; c < n.end; c = wk.prog.nodes[c].end {
		r := wk.decide(c)
		if r == Refused {
			continue
		}
		score, ok := score(wk, c)
		if !ok {
			wk.dismiss(c, "its utility raised an error")
			continue
		}
		if c == active {
			score += inertia
		}
		loser := Choice{Node: int(c), is: r, Score: score}
		if best.Node < 0 || score > best.Score || score == best.Score && c == active {
			loser, best = best, loser
		}
		if loser.Node >= 0 {
			wk.dismiss(int32(loser.Node), outscored(wk, i, loser, best, active))
		}
	}
	return best.is
}

func (utility) act(wk *worker, i int32, n *node) Status { return actChosen(wk, i, n) }

// outscored returns the reason why the child loser of utility node i loses against the child winner.
func outscored(wk *worker, i int32, loser, winner Choice, active int32) string {
	if wk.ctx.explainer == nil {
		return ""
	}
	inertia := wk.numberOr(i, wk.prog.info[i].settings.Inertia)
	name := wk.prog.info[winner.Node].name
	won, lost := wk.ctx.explainer.score(winner.Node), wk.ctx.explainer.score(loser.Node)
	switch {
	case winner.Node == int(active) && winner.Score-inertia <= loser.Score && inertia > 0:
		return tr.F("%s goes on: its utility, %s, is not exceeded by more than %s", name, formatScore(won), value.FormatNumber(inertia))
	case winner.Node == int(active) && winner.Score == loser.Score:
		return tr.F("%s, which is active, has the same utility, %s", name, formatScore(won))
	case winner.Score == loser.Score:
		return tr.F("%s comes first, with the same utility, %s", name, formatScore(won))
	}
	if formatScore(won) == formatScore(lost) {
		return tr.F("%s has a higher utility, %s instead of %s", name, formatScore(won), value.FormatNumber(lost))
	}
	return tr.F("%s has a higher utility, %s", name, formatScore(won))
}

// score returns the utility of node i, 0 if no hook has given it.
func (r *explainer) score(i int) float64 {
	if s := r.step(int32(i)); s.Score != nil {
		return *s.Score
	}
	return 0
}

func formatScore(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// score returns the utility of a ready node, which the tree or a hook gives. ok is false if that raises an error.
func score(wk *worker, i int32) (score float64, ok bool) {
	if wk.prog.info[i].settings.givesUtility() {
		return wk.givenUtility(i)
	}
	by := wk.prog.scorer(i)
	if by < 0 || !wk.decision.planned.has(by) {
		return 0, true
	}
	x := wk.ctx.explainer
	if x != nil {
		x.scorer, x.scored = by, i
	}
	ans, err := wk.call(by, &wk.prog.nodes[by], HookUtility)
	if x == nil {
		return ans.Score, err == nil
	}
	x.scorer = 0
	if err == nil {
		what := tr.T("utility")
		if by != i {
			what = tr.F("utility of %s", wk.prog.info[by].name)
		}
		x.note(i, what, formatScore(ans.Score))
		given := ans.Score
		x.step(i).Score = &given
	}
	return ans.Score, err == nil
}

// givesUtility reports whether the tree gives the utility of the node.
func (s *Settings) givesUtility() bool { return s.Utility != nil || s.UtilityExpression != nil }

// givenUtility returns the utility that the tree gives node i.
func (wk *worker) givenUtility(i int32) (score float64, ok bool) {
	s := &wk.prog.info[i].settings
	if s.UtilityExpression == nil {
		score, ok = *s.Utility, true
	} else if score, ok = evaluate(wk, i, s.UtilityExpression, kind.AnyNumber, partUtility); !ok {
		return 0, false
	}
	if x := wk.ctx.explainer; x != nil {
		x.note(i, tr.T("utility"), formatScore(score))
		x.step(i).Score = &score
	}
	return score, ok
}

// scorer returns the node whose hook is the utility of node i: node i itself, or the first node with the hook on the
// way down through nodes that pass on the utility of their child. It returns -1 if there is none; the utility is 0 then.
func (p *Program) scorer(i int32) int32 {
	for ; !p.nodes[i].hooks.has(HookUtility); i++ {
		if !p.passesOn(i) {
			return -1
		}
	}
	return i
}

// passesOn reports whether node i has a child, and is of a sort that cannot have more than one. Whether a node with
// room for more has a single child by chance makes no difference to its utility.
func (p *Program) passesOn(i int32) bool {
	n, in := &p.nodes[i], &p.info[i]
	switch {
	case n.end == i+1:
		return false
	case in.custom != nil:
		return in.custom.MaxChildren == 1
	case in.kind == kind.Behavior:
		return n.hooks.has(HookResult)
	}
	_, most := in.kind.Children()
	return most == 1
}

// Scorer returns the node whose hook gives the utility of node i: node i itself, or a node below it, if node i and the
// nodes between are decorators or inclusions. It returns -1 if no node does, or if the tree gives the utility.
func (p *Program) Scorer(i int) int {
	if p.info[i].settings.givesUtility() {
		return -1
	}
	return int(p.scorer(int32(i)))
}

// random keeps the active child while it is ready. Otherwise it draws one of the ready children by weight.
type random struct{}

func (random) decide(wk *worker, i int32, n *node) Certainty {
	active := wk.active.next(i+1, n.end)
	if active < n.end {
		if r := wk.decide(active); r != Refused {
			return r
		}
	}
	base := len(wk.choices)
	sum := 0.0
	for c := i + 1; c < n.end; c = wk.prog.nodes[c].end {
		if c == active {
			continue
		}
		if r := wk.decide(c); r != Refused {
			w, ok := weight(wk, c)
			if !ok {
				wk.dismiss(c, "its weight raised an error")
				continue
			}
			sum += w
			wk.choices = append(wk.choices, Choice{Node: int(c), is: r, Score: w})
		}
	}
	is := drawOne(wk, i, wk.choices[base:], sum)
	wk.choices = wk.choices[:base]
	return is
}

func (random) act(wk *worker, i int32, n *node) Status { return actChosen(wk, i, n) }

// drawOne keeps one of the candidates and dismisses the others.
func drawOne(wk *worker, i int32, list []Choice, sum float64) Certainty {
	chosen := -1
	if sum > 0 {
		x := float64(draw(wk, i, 0) * sum)
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
			wk.dismiss(int32(list[k].Node), "its weight is 0")
		default:
			wk.dismiss(int32(list[k].Node), "another was drawn")
		}
	}
	return is
}

// committed is the rule of a behavior that chooses among its children like a chooser. The behavior is ready even if
// no child is ready, unless its own postcondition raises an error.
type committed struct {
	chooser nodeRule
	byGoal  bool // children = "goal": a behavior that has reached its own goal ends
}

func (r committed) decide(wk *worker, i int32, n *node) Certainty {
	if r.byGoal {
		wk.decision.achieved.unset(i)
	}
	if r.byGoal && n.ask&askPostcondition == 0 { // otherwise a chooser above has asked the postcondition, and it is false
		switch yes, err := postcondition(wk, i); {
		case err != nil:
			return Refused
		case yes:
			wk.decision.achieved.set(i)
			return Open
		}
	}
	r.chooser.decide(wk, i, n)
	return Open
}

func (r committed) act(wk *worker, i int32, n *node) Status {
	if r.byGoal && wk.decision.achieved.has(i) {
		return Success
	}
	for c := wk.decision.planned.next(i+1, n.end); c < n.end; c = wk.decision.planned.next(wk.prog.nodes[c].end, n.end) {
		wk.act(c)
	}
	return Running
}

// dismiss removes a ready child that was not chosen from the plan.
func (wk *worker) dismiss(c int32, why string) {
	wk.decision.drop(c, wk.prog.nodes[c].end)
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.dismissed(c, tr.T(why))
	}
}

// isAchieved reports whether the postcondition of a child is true. If the postcondition raises an error, the child
// counts as achieved, so that it is not chosen.
func isAchieved(wk *worker, i int32) bool {
	yes, err := postcondition(wk, i)
	return yes || err != nil
}

// postcondition calls the postcondition of a node. It returns false if the node has none.
func postcondition(wk *worker, i int32) (bool, error) {
	n := &wk.prog.nodes[i]
	if !n.hooks.has(HookPostcondition) {
		return false, nil
	}
	ans, err := wk.call(i, n, HookPostcondition)
	return ans.Yes, err
}
