package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// decideBehavior returns an open answer for a ready behavior, whatever its children answer.
func decideBehavior(d *decision, n *node) (answer, intent) {
	ans := answer{certainty: open}
	switch n.Behavior.Children {
	case "exclusive":
		return ans.and(d.exclusive(n)), intent{}
	case "sequential":
		return ans.and(d.current(n)), intent{}
	case "goal":
		if isGoal(n) { // its postcondition has been called already, and returned false
			break
		}
		switch yes, err := d.postcondition(n); {
		case err != nil:
			return no, intent{}
		case yes:
			return ans, intent{achieved: true}
		}
	}
	return ans.and(d.choose(n, n.Behavior.Children)), intent{}
}

// actBehavior calls the behavior hook. While the hook returns Running, actBehavior also runs the
// children.
func actBehavior(t *turn, in intent) (conform.Status, conform.Reason) {
	n := in.node
	if has(n, conform.HookBehavior) {
		c := t.call(t.a, n)
		status, err := t.script.Act(c)
		t.note(c, conform.HookBehavior, err)
		if err != nil {
			return conform.Failure, conform.ByError
		}
		if status != conform.Running {
			return because(status)
		}
	}
	switch {
	case in.achieved:
		return because(conform.Success)
	case in.waitsForInterval(t):
		return because(conform.Running)
	case n.Behavior.Children == "sequential":
		return because(t.actSequential(n))
	}
	for _, c := range n.Children {
		if _, planned := t.planned[c]; planned {
			t.run(c)
		}
	}
	return because(conform.Running)
}

// exclusive plans the first ready child that is exclusive, and the ready children before it.
func (d *decision) exclusive(n *node) answer {
	ans := no
	for _, c := range n.Children {
		child := d.decide(c)
		if child.certainty == failure {
			continue
		}
		ans = ans.and(child)
		if !c.NonExclusive() {
			break
		}
	}
	return ans
}

// current plans the child at the cursor or, if it is not ready, the next ready child.
func (d *decision) current(n *node) answer {
	for _, c := range n.Children[d.a.resume(n):] {
		if ans := d.decide(c); ans.certainty != failure {
			return ans
		}
	}
	return no
}

// actSequential runs the planned child. When it succeeds, the next ready child runs in the same tick.
func (t *turn) actSequential(n *node) conform.Status {
	for _, c := range n.Children[t.firstPlanned(n.Children):] {
		t.a.active[n].cursor = c
		status, ready := t.decideAndAct(c)
		if ready && status != conform.Success {
			return status
		}
	}
	return conform.Success
}

// firstPlanned returns the index of the first planned node, or len(nodes) if none is planned.
func (t *turn) firstPlanned(nodes []*node) int {
	for i, c := range nodes {
		if _, planned := t.planned[c]; planned {
			return i
		}
	}
	return len(nodes)
}

// decideInclusion returns the answer of the root of the included tree.
func decideInclusion(d *decision, n *node) answer { return d.decide(n.Children[0]) }

func actInclusion(t *turn, n *node) conform.Status { return t.run(n.Children[0]) }
