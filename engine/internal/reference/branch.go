package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// The children of if_then_else and while_do_else are a condition, a branch for success and, optionally, a branch
// for failure.
const (
	condition  = 0
	thenBranch = 1
	elseBranch = 2
)

// branchFor returns the branch for a result of the condition.
func branchFor(holds bool) int {
	if holds {
		return thenBranch
	}
	return elseBranch
}

// decideIf asks the condition until a branch is taken. From then on it asks that branch.
func decideIf(d *decision, n *node) answer {
	if active := d.a.active[n]; active != nil && active.cursor != nil {
		return d.decide(active.cursor)
	}
	return d.branch(n, d.decide(n.Children[condition]))
}

// branch returns the answer of the branch for a condition whose result is certain. A missing branch fails.
func (d *decision) branch(n *node, cond answer) answer {
	if cond.certainty == open {
		return cond
	}
	i := branchFor(cond.certainty == success)
	if i >= len(n.Children) {
		return no
	}
	b := d.decide(n.Children[i])
	return cond.and(b).as(b.certainty)
}

func actIf(t *turn, n *node) conform.Status {
	i := t.firstPlanned(n.Children)
	if i == condition && t.a.active[n].cursor == nil {
		status := t.run(n.Children[condition])
		if status == conform.Running {
			return status
		}
		i = branchFor(status == conform.Success)
	}
	if i < len(n.Children) {
		t.a.active[n].cursor = n.Children[i]
	}
	return t.take(n, i)
}

// take runs branch i of n. A missing branch fails.
func (t *turn) take(n *node, i int) conform.Status {
	if i >= len(n.Children) {
		return conform.Failure
	}
	status, _ := t.decideAndAct(n.Children[i])
	return status
}

// decideWhile asks the condition in every tick. While the condition has no result yet, the running branch is kept.
func decideWhile(d *decision, n *node) answer {
	cond := d.decide(n.Children[condition])
	if cond.certainty != open {
		return d.branch(n, cond)
	}
	for _, c := range n.Children[thenBranch:] {
		cond.kept = append(cond.kept, d.a.activeUnder(c)...)
	}
	return cond
}

func actWhile(t *turn, n *node) conform.Status {
	i := t.firstPlanned(n.Children)
	if i == condition {
		status := t.run(n.Children[condition])
		if status == conform.Running {
			t.abortAll(n.Children[thenBranch:])
			return status
		}
		i = branchFor(status == conform.Success)
	}
	for b, c := range n.Children {
		if b != i {
			t.abort(c)
		}
	}
	return t.take(n, i)
}

// decideSwitch evaluates the value in every tick, and asks the child for it. If the last child
// has no case, it is for all other values.
func decideSwitch(d *decision, n *node) answer {
	c := conform.Call{Agent: d.a.id, Node: n}
	value, err := d.script.Value(c)
	d.notePart(c, conform.HookSwitch, err)
	if err != nil {
		return no
	}
	for i, child := range n.Children {
		if child.Case == value || child.Case == "" && i == len(n.Children)-1 {
			return d.decide(child)
		}
	}
	return no
}

func actSwitch(t *turn, n *node) conform.Status {
	return t.run(n.Children[t.firstPlanned(n.Children)])
}
