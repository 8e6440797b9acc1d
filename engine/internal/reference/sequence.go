package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// remembers reports whether the cursor of the kind survives the exit of the node.
func remembers(n *node) bool {
	return n.Kind == "sequence_with_memory" || n.Kind == "fallback_with_memory"
}

// resume returns the index of the child at which a node continues: the current child, the remembered child, or
// the first child.
func (a *agent) resume(n *node) int {
	var cursor *node
	switch {
	case remembers(n):
		cursor = a.surviving(n).cursor
	case a.active[n] != nil:
		cursor = a.active[n].cursor
	}
	return max(0, slices.Index(n.Children, cursor))
}

// move makes c the child at the cursor; nil is before the first child.
func (a *agent) move(n, c *node) {
	a.active[n].cursor = c
	if remembers(n) {
		a.surviving(n).cursor = c
	}
}

// decideSequence asks children while they are certain to succeed, up to the first child that is open.
func decideSequence(d *decision, n *node) answer {
	children := n.Children[d.a.resume(n):]
	if onePerTick(n) {
		for i, c := range children {
			// The first child that would begin is the last one to be asked.
			if d.a.active[c] == nil && i < len(children)-1 {
				ans := d.walk(children[:i+1], success)
				if ans.certainty == success {
					return ans.as(open)
				}
				return ans
			}
		}
	}
	return d.walk(children, success)
}

// onePerTick reports whether at most one child or round may begin in a tick.
func onePerTick(n *node) bool { return n.Param("per_tick") == "one" }

// decideFallback is like decideSequence, but asks children while they are certain to fail. If an inactive node
// with memory finds no ready child from its cursor on, it has failed as a whole and starts from the first child.
func decideFallback(d *decision, n *node) answer {
	first := d.a.resume(n)
	ans := d.walk(n.Children[first:], failure)
	if ans.certainty == failure && d.a.active[n] == nil {
		return d.walk(n.Children[:first], failure)
	}
	return ans
}

// walk asks children while they are certain to have the result with which a composite continues: success for a
// sequence, failure for a fallback. The answer has the certainty of the first child with another certainty, or
// goesOn if there is none.
func (d *decision) walk(children []*node, goesOn certainty) answer {
	all := answer{certainty: goesOn}
	for _, c := range children {
		child := d.decide(c)
		if all = all.and(child); child.certainty != goesOn {
			return all.as(child.certainty)
		}
	}
	return all
}

func actSequence(t *turn, n *node) conform.Status {
	return t.actInTurn(n, n.Children, conform.Success)
}

func actFallback(t *turn, n *node) conform.Status {
	return t.actInTurn(n, n.Children, conform.Failure)
}

// actInTurn runs children, starting with the first planned one, while they end with the result with which the
// composite continues. Memory is reset only after all of them have run.
func (t *turn) actInTurn(n *node, children []*node, goesOn conform.Status) conform.Status {
	for i := t.firstPlanned(children); i < len(children); i++ {
		c := children[i]
		t.a.move(n, c)
		ranBefore := t.a.active[c] != nil
		status, ready := t.decideAndAct(c)
		if status != goesOn {
			return status
		}
		if onePerTick(n) && ready && !ranBefore && i < len(children)-1 {
			t.a.move(n, children[i+1])
			return conform.Running
		}
	}
	t.a.move(n, nil)
	return goesOn
}
