package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// decideReactiveSequence starts from the first child in every tick.
func decideReactiveSequence(d *decision, n *node) answer {
	return d.decideReactively(n, n.Children, success)
}

// decideReactiveFallback is like decideReactiveSequence, with success and failure exchanged.
func decideReactiveFallback(d *decision, n *node) answer {
	return d.decideReactively(n, n.Children, failure)
}

// decideReactively is like walk, for a reactive composite. If the walk stops at an open child, decideReactively
// keeps the active children of n after that child.
func (d *decision) decideReactively(n *node, children []*node, goesOn certainty) answer {
	ans := d.walk(children, goesOn)
	if ans.certainty != open {
		return ans
	}
	last := -1 // index in n.Children of the last planned child
	for i, c := range n.Children {
		if slices.ContainsFunc(ans.plan, func(in intent) bool { return in.node == c }) {
			last = i
		}
	}
	for _, c := range n.Children[last+1:] {
		ans.kept = append(ans.kept, d.a.activeUnder(c)...)
	}
	return ans
}

// activeUnder returns the active nodes among n and its descendants.
func (a *agent) activeUnder(n *node) []*node {
	return slices.DeleteFunc(a.activeNodes(), func(m *node) bool { return !m.Under(n) })
}

func actReactiveSequence(t *turn, n *node) conform.Status {
	return t.goReactively(n, len(n.Children), conform.Success)
}

func actReactiveFallback(t *turn, n *node) conform.Status {
	return t.goReactively(n, len(n.Children), conform.Failure)
}

// goReactively runs the first count children, starting with the first planned one. If it stops at a child, it
// aborts the kept children after that child.
func (t *turn) goReactively(n *node, count int, goesOn conform.Status) conform.Status {
	for i := t.firstPlanned(n.Children); i < count; i++ {
		if status, _ := t.decideAndAct(n.Children[i]); status != goesOn {
			t.abortAll(n.Children[i+1:])
			return status
		}
	}
	return goesOn
}

// abortAll aborts nodes, beginning with the last.
func (t *turn) abortAll(nodes []*node) {
	for _, n := range slices.Backward(nodes) {
		t.abort(n)
	}
}

// A monitor is a reactive sequence of conditions, followed by a parallel of the other children.

func decideMonitor(d *decision, n *node) answer {
	k := conditions(n)
	ans := d.decideReactively(n, n.Children[:k], success)
	if ans.certainty != success {
		return ans
	}
	rest := d.together(n, n.Children[k:])
	return ans.and(rest).as(rest.certainty)
}

func actMonitor(t *turn, n *node) conform.Status {
	k := conditions(n)
	rest := n.Children[k:]
	undecided := t.firstPlanned(n.Children) < k && !t.anyPlanned(rest)
	if status := t.goReactively(n, k, conform.Success); status != conform.Success {
		clear(t.a.active[n].finished) // the parallel part is aborted with its children
		return status
	}
	if undecided {
		if !t.decideRestInAct(n, rest) {
			t.abortAll(rest)
			return conform.Failure
		}
	}
	return t.runTogether(n, rest)
}

// decideRestInAct decides the parallel part of a monitor like decideAndAct, but does not run it. It reports
// whether the part is ready.
func (t *turn) decideRestInAct(n *node, rest []*node) bool {
	ans := t.decision.together(n, rest)
	for _, c := range rest {
		t.dropPlan(c)
	}
	if !t.setPlan(ans) {
		return false
	}
	for _, c := range slices.Backward(rest) {
		t.exitUnplanned(c)
	}
	return true
}

func (t *turn) anyPlanned(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool { _, planned := t.planned[n]; return planned })
}

// conditions returns the number of a monitor's children that are conditions.
func conditions(n *node) int { return min(max(1, parameter(n, "conditions", 1)), len(n.Children)) }
