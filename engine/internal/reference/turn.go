package reference

import (
	"maps"
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// turn is one tick of one agent. It executes the plan of the decision.
type turn struct {
	*World
	a        *agent
	decision *decision
	planned  map[*node]intent // nodes that Decide has planned and that have not run yet
	kept     map[*node]bool   // active nodes that are not asked and must not be exited in Exit
	ran      map[*node]bool   // nodes that ran in Act
	visits   int              // number of visits of nodes in Act
}

// intent says how to run a planned node.
type intent struct {
	node     *node
	by       *stimulus // stimulus that the node takes, or nil
	number   float64   // number of the node's kind
	achieved bool      // whether the node's own postcondition holds (children=goal)
	order    []*node   // order drawn for its children
	unasked  bool      // whether an interval has planned the node because it is active
}

// waitsForInterval reports whether a node has nothing to do until the interval above it decides again. This is so if
// the interval has planned the node because it is active, and none of its children is planned.
func (in intent) waitsForInterval(t *turn) bool {
	return in.unasked && len(in.node.Children) > 0 && !t.anyPlanned(in.node.Children)
}

// turn ticks an agent: Decide, Exit and Act (rule D1).
func (w *World) turn(a *agent) {
	t := &turn{
		World: w, a: a, decision: &decision{World: w, a: a, numbers: map[*node]float64{}},
		planned: map[*node]intent{}, kept: map[*node]bool{}, ran: map[*node]bool{},
	}
	a.deliver(w.clock)
	root := a.tree.Root
	ans := t.decision.decide(root)
	if w.asked != nil {
		w.asked(ans, t.decision.decide(root))
	}
	ready := t.setPlan(ans)
	t.exitUnplanned(root)
	a.status = conform.Failure
	if ready {
		a.status = t.run(root)
	}
	a.remember(t.ran, w.c.History)
	a.dropUsed()
	a.chooseRequests()
}

// setPlan makes ans, the answer of a node, the plan. It reports whether the node is ready.
func (t *turn) setPlan(ans answer) bool {
	t.decision.storeLearned()
	for _, in := range ans.plan {
		t.planned[in.node] = in
		t.keep(in)
	}
	for _, n := range ans.kept {
		t.kept[n] = true
	}
	return ans.certainty != failure
}

// exitUnplanned is Exit (rule D5) for n and its descendants. It exits the active nodes that are neither planned nor
// kept, highest index first.
func (t *turn) exitUnplanned(n *node) {
	for _, m := range slices.Backward(t.a.activeNodes()) {
		if _, planned := t.planned[m]; !planned && !t.kept[m] && m.Under(n) {
			t.exit(t.a, m, conform.ByAbort)
		}
	}
}

// run is Act (rule D6) for a planned node. It enters the node if the node is not active, runs the rule of its kind,
// and exits the node if it has ended.
func (t *turn) run(n *node) conform.Status {
	in := t.planned[n]
	delete(t.planned, n)
	t.ran[n] = true
	t.visits++
	if t.a.active[n] == nil {
		if err := t.enter(in); err != nil {
			return t.end(n, conform.Failure, conform.ByError)
		}
	}
	status, why := ruleOf(n).act(t, in)
	if status == conform.Running {
		return status
	}
	return t.end(n, status, why)
}

// decideAndAct runs a node in Act. A node that Decide has not planned is decided first. If the node is not ready,
// decideAndAct aborts it if it was active, and ready is false. Otherwise, before any node is entered, decideAndAct
// exits the nodes below it that are no longer planned.
func (t *turn) decideAndAct(n *node) (status conform.Status, ready bool) {
	if _, planned := t.planned[n]; !planned {
		ans := t.decision.decide(n)
		t.dropPlan(n)
		if !t.setPlan(ans) {
			t.abort(n)
			return conform.Failure, false
		}
		t.exitUnplanned(n)
	}
	return t.run(n), true
}

// dropPlan removes n and the nodes below it from the plan.
func (t *turn) dropPlan(n *node) {
	maps.DeleteFunc(t.planned, func(m *node, _ intent) bool { return m.Under(n) })
	maps.DeleteFunc(t.kept, func(m *node, _ bool) bool { return m.Under(n) })
}

// enter activates a node. The node is active even if on_enter raises an error.
func (t *turn) enter(in intent) error {
	n := in.node
	t.a.active[n] = &activation{
		entered: t.clock, memory: &conform.Memory{}, stimulus: in.by, number: in.number, order: in.order,
		finished: map[*node]conform.Status{},
	}
	t.countEntry(n)
	if in.by != nil {
		in.by.take()
	}
	if !has(n, conform.HookEnter) {
		return nil
	}
	c := t.call(t.a, n)
	err := t.script.Enter(c)
	t.note(c, conform.HookEnter, err)
	return err
}

// end implements rule D7. It aborts the descendants of a node that has ended, and then exits the node. Planned nodes
// below the node do not run.
func (t *turn) end(n *node, s conform.Status, why conform.Reason) conform.Status {
	t.exitSubtree(t.a, n, conform.ByAbort, why)
	t.dropPlan(n)
	return s
}

// abort exits n and the nodes below it, if n is active.
func (t *turn) abort(n *node) {
	if t.a.active[n] != nil {
		t.exitSubtree(t.a, n, conform.ByAbort, conform.ByAbort)
	}
}

// exitSubtree exits the active nodes below n, highest index first, and then n.
func (w *World) exitSubtree(a *agent, n *node, below, own conform.Reason) {
	for _, m := range slices.Backward(a.activeNodes()) {
		switch {
		case m == n:
			w.exit(a, m, own)
		case m.Under(n):
			w.exit(a, m, below)
		}
	}
}

// exit ends the activation of a node.
func (w *World) exit(a *agent, n *node, why conform.Reason) {
	if has(n, conform.HookExit) {
		c := w.call(a, n)
		w.note(c, conform.HookExit, w.script.Exit(c, why))
	}
	if s := a.active[n].stimulus; s != nil {
		s.release(why)
	}
	a.dropRequests(n)
	delete(a.active, n)
	if n.Kind == "cooldown" && n.Param("after") == "exit" && why == conform.ByAbort {
		w.cool(a, n)
	}
}

// call returns a call of a hook of an active node.
func (w *World) call(a *agent, n *node) conform.Call {
	c := conform.Call{Agent: a.id, Node: n, Memory: a.active[n].memory}
	if s := a.active[n].stimulus; s != nil {
		c.Stimulus = s.Data
	}
	return c
}

// has reports whether a node has a behavior with that hook.
func has(n *node, h conform.Hook) bool {
	return n.Behavior != nil && n.Behavior.Hooks.Has(h)
}
