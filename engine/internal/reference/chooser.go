package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// decideChooser returns an answer with the certainty of the child that the chooser chooses.
func decideChooser(d *decision, n *node) answer { return d.choose(n, n.Kind) }

func actChooser(t *turn, n *node) conform.Status {
	return t.run(n.Children[t.firstPlanned(n.Children)])
}

// choose returns the answer of the named chooser for the children of n.
func (d *decision) choose(n *node, chooser string) answer {
	ans := d.chosen(n, chooser)
	if a := d.account.of(n); a != nil && len(ans.plan) > 0 {
		a.Chosen = ans.plan[0].node
	}
	return ans
}

func (d *decision) chosen(n *node, chooser string) answer {
	switch chooser {
	case "random":
		return d.drawn(n)
	case "utility":
		return d.highest(n)
	}
	return d.firstReady(d.a.order(n, chooser))
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
func (d *decision) firstReady(children []*node) answer {
	for _, c := range children {
		if ans := d.decide(c); ans.certainty != failure {
			return ans
		}
	}
	return no
}

// highest returns the answer of the ready child with the highest utility. If two utilities are equal, the active
// child wins, and then the earlier child. Another child replaces the active one only if its utility is higher by
// more than the inertia.
func (d *decision) highest(n *node) answer {
	best, bestScore := no, 0.0
	inertia := d.numbers[n]
	active := d.a.activeChild(n)
	for _, c := range n.Children {
		ans := d.decide(c)
		if ans.certainty == failure {
			continue
		}
		score, ok := d.utility(c, ans)
		if c == active {
			score += inertia
		}
		if ok && (best.certainty == failure || score > bestScore || score == bestScore && c == active) {
			best, bestScore = ans, score
		}
	}
	return best
}

// utility returns the score of a ready node, whose answer is ans. If the utility hook raises an error, the node is
// not ready, and ok is false.
func (d *decision) utility(n *node, ans answer) (score float64, ok bool) {
	if n.Utility != nil || n.UtilityNumber != nil {
		if score, ok = d.given(n); ok && d.account.of(n) != nil {
			a := d.account.of(n)
			a.Scorer, a.Utility = n, score
		}
		return score, ok
	}
	by := scorer(n)
	if by == nil || !ans.plans(by) {
		return 0, true
	}
	c := d.question(by)
	score, err := d.script.Utility(c)
	if a := d.account.of(n); a == nil {
		d.note(c, conform.HookUtility, err)
	} else {
		a.Scorer, a.Utility = by, score
		d.account.raised(n, conform.HookUtility, err)
	}
	return score, err == nil
}

// given returns the utility that the tree gives a node.
func (d *decision) given(n *node) (score float64, ok bool) {
	if n.UtilityNumber == nil {
		return *n.Utility, true
	}
	return d.read(n, *n.UtilityNumber, conform.HookUtility, func(float64) error { return nil })
}

// scorer returns the node whose hook is the utility of n: n itself, or the nearest node below decorators and
// inclusions. It returns nil if there is none.
func scorer(n *node) *node {
	for !has(n, conform.HookUtility) {
		if k, _ := conform.KindOf(n.Kind); n.Kind != conform.KindTree && k.Shape != conform.Decorator {
			return nil
		}
		n = n.Children[0]
	}
	return n
}

// plans reports whether the answer plans n.
func (ans answer) plans(n *node) bool {
	return slices.ContainsFunc(ans.plan, func(in intent) bool { return in.node == n })
}

// isGoal reports whether the parent of n picks among its children by postcondition.
func isGoal(n *node) bool {
	p := n.Parent
	return p != nil && (p.Kind == "goal" || p.Behavior != nil && p.Behavior.Children == "goal")
}

// achieved reports whether the postcondition of a child is true. If the postcondition raises an error, the child
// counts as achieved, so it is not picked.
func (d *decision) achieved(n *node) bool {
	yes, err := d.postcondition(n)
	return yes || err != nil
}

// postcondition calls the postcondition of a node. It returns false if there is none.
func (d *decision) postcondition(n *node) (bool, error) {
	if !has(n, conform.HookPostcondition) {
		return false, nil
	}
	c := d.question(n)
	ok, err := d.script.Postcondition(c)
	d.note(c, conform.HookPostcondition, err)
	if a := d.account.of(n); a != nil {
		a.Achieved = ok
	}
	return ok, err
}
