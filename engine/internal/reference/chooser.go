package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// A chooser has the certainty of the child that it chooses.
func decideChooser(t *turn, n *node) answer { return t.choose(n, n.Kind) }

func actChooser(t *turn, n *node) conform.Status {
	return t.run(n.Children[t.firstPlanned(n.Children)])
}

// choose returns the answer of the named chooser for the children of n.
func (t *turn) choose(n *node, chooser string) answer {
	ans := t.chosen(n, chooser)
	if a := t.account.of(n); a != nil && len(ans.plan) > 0 {
		a.Chosen = ans.plan[0].node
	}
	return ans
}

func (t *turn) chosen(n *node, chooser string) answer {
	switch chooser {
	case "random":
		return t.drawn(n)
	case "utility":
		return t.highest(n)
	}
	return t.firstReady(t.a.order(n, chooser))
}

// order returns n's children in the order in which the chooser asks them.
func (a *agent) order(n *node, chooser string) []*node {
	active := a.activeChild(n)
	if active == nil || chooser == "priority" || chooser == "goal" {
		return n.Children
	}
	var others []*node
	for _, c := range n.Children {
		if c != active {
			others = append(others, c)
		}
	}
	if chooser == "sticky" {
		return append([]*node{active}, others...)
	}
	return append(others, active) // dynamic_priority
}

// firstReady returns the answer of the first ready child.
func (t *turn) firstReady(children []*node) answer {
	for _, c := range children {
		if ans := t.decide(c); ans.certainty != failure {
			return ans
		}
	}
	return no
}

// highest returns the answer of the ready child with the highest utility. If two are equal, the active child wins,
// and then the earlier child. Another child replaces the active one only if its utility is higher by more than the
// inertia.
func (t *turn) highest(n *node) answer {
	best, bestScore := no, 0.0
	inertia := fraction(n.Param("inertia"))
	active := t.a.activeChild(n)
	for _, c := range n.Children {
		ans := t.decide(c)
		if ans.certainty == failure {
			continue
		}
		score, ok := t.utility(c)
		if c == active {
			score += inertia
		}
		if ok && (best.certainty == failure || score > bestScore || score == bestScore && c == active) {
			best, bestScore = ans, score
		}
	}
	return best
}

// utility returns the score of a ready node. A node whose utility hook raises an error is not ready.
func (t *turn) utility(n *node) (score float64, ok bool) {
	if !has(n, conform.HookUtility) {
		return 0, true
	}
	c := t.question(n, nil)
	score, err := t.script.Utility(c)
	t.note(c, conform.HookUtility, err)
	if a := t.account.of(n); a != nil {
		a.Utility = score
	}
	return score, err == nil
}

// isGoal reports whether the parent of n picks among its children by postcondition.
func isGoal(n *node) bool {
	p := n.Parent
	return p != nil && (p.Kind == "goal" || p.Behavior != nil && p.Behavior.Children == "goal")
}

// achieved reports whether the postcondition of a child is true. If the postcondition raises an error, the child
// counts as achieved, so it is not picked.
func (t *turn) achieved(n *node) bool {
	yes, err := t.postcondition(n)
	return yes || err != nil
}

// postcondition calls the postcondition of a node. It returns false if there is none.
func (t *turn) postcondition(n *node) (bool, error) {
	if !has(n, conform.HookPostcondition) {
		return false, nil
	}
	c := t.question(n, nil)
	ok, err := t.script.Postcondition(c)
	t.note(c, conform.HookPostcondition, err)
	if a := t.account.of(n); a != nil {
		a.Achieved = ok
	}
	return ok, err
}
