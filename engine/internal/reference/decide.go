package reference

import (
	"maps"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// certainty says what Decide knows about the result of a node before Act.
type certainty int

// A node that is not ready has the certainty failure.
const (
	failure certainty = iota
	success
	open
)

// answer is the answer of Decide about a node.
type answer struct {
	certainty certainty
	plan      []intent // the node and the nodes below it that will run; none for failure
	kept      []*node  // active nodes below it that are neither asked nor exited
}

// no is the answer of a node that is not ready.
var no = answer{certainty: failure}

// and returns the answer with the plan and the kept nodes of another answer added to it.
func (ans answer) and(other answer) answer {
	ans.plan = append(ans.plan[:len(ans.plan):len(ans.plan)], other.plan...)
	ans.kept = append(ans.kept[:len(ans.kept):len(ans.kept)], other.kept...)
	return ans
}

// as returns the answer with another certainty.
func (ans answer) as(c certainty) answer {
	ans.certainty = c
	return ans
}

// decide asks a node. It does not change anything.
func (t *turn) decide(n *node) answer {
	asked := t.begin(n)
	by, why := t.ready(n)
	if why != "" {
		asked.says(why, failure)
		return no
	}
	if isGoal(n) && t.achieved(n) {
		asked.says("", open) // the node is ready, but not chosen
		return no
	}
	below, in := ruleOf(n).decide(t, n)
	if below.certainty == failure {
		asked.says(Rule, failure)
		return no
	}
	asked.says("", below.certainty)
	in.node, in.by = n, by
	return answer{certainty: below.certainty, plan: []intent{in}}.and(below)
}

// ready checks everything before the rule of the kind, in this order: disabled, missing behavior, quarantine,
// guard, stimulus, precondition. It returns the first cause for which the node is not ready, or "". It also returns
// the stimulus that the node would take.
func (t *turn) ready(n *node) (*stimulus, string) {
	if n.Disabled {
		return nil, Disabled
	}
	if t.missing[n.Behavior] {
		return nil, Missing
	}
	if t.errors.quarantined[n.Behavior] {
		return nil, Quarantine
	}
	if yes, known := t.known(n); known {
		by, ok := t.stimulus(n)
		switch {
		case !yes:
			return nil, Interval
		case !ok:
			return nil, Stimulus
		}
		return by, ""
	}
	if !t.guardHolds(n) {
		t.learn(n, false)
		return nil, Guard
	}
	by, ok := t.stimulus(n)
	if !ok {
		return nil, Stimulus
	}
	yes := t.preconditionHolds(n, by)
	t.learn(n, yes)
	if !yes {
		return nil, Precondition
	}
	return by, ""
}

// known returns the last answer of guard and precondition of a behavior with an interval, if the interval has not
// passed yet.
func (t *turn) known(n *node) (yes, known bool) {
	s := t.a.surviving(n)
	if n.Behavior == nil || !s.known || t.clock-s.asked >= n.Behavior.Interval {
		return false, false
	}
	return s.yes, true
}

// learn stores such an answer. If only the stimulus is missing, there is no answer.
func (t *turn) learn(n *node, yes bool) {
	if n.Behavior == nil || n.Behavior.Interval == 0 {
		return
	}
	s, clock := t.a.surviving(n), t.clock
	t.learned = append(t.learned, func() { s.known, s.yes, s.asked = true, yes, clock })
}

func (t *turn) guardHolds(n *node) bool {
	if n.Guard == nil {
		return true
	}
	c := conform.Call{Agent: t.a.id, Node: n}
	ok, err := t.script.Guard(c)
	t.notePart(c, conform.HookGuard, err)
	if a := t.account.of(n); a != nil {
		a.Guarded = err == nil
	}
	return ok && err == nil
}

// stimulus returns the stimulus that a node holds or would take. It returns nil and true if the node needs none,
// and false if there is none.
func (t *turn) stimulus(n *node) (*stimulus, bool) {
	if n.Behavior == nil || n.Behavior.Stimulus == "" {
		return nil, true
	}
	if active := t.a.active[n]; active != nil {
		return active.stimulus, true
	}
	s := t.a.offer(n.Behavior.Stimulus)
	return s, s != nil
}

func (t *turn) preconditionHolds(n *node, by *stimulus) bool {
	if !has(n, conform.HookPrecondition) {
		return true
	}
	c := t.question(n, by)
	ok, err := t.script.Precondition(c)
	t.note(c, conform.HookPrecondition, err)
	return ok && err == nil
}

// question is a call of a hook in Decide.
func (t *turn) question(n *node, by *stimulus) conform.Call {
	c := conform.Call{Agent: t.a.id, Node: n}
	if by != nil {
		c.Stimulus = by.Data
	}
	return c
}

// decideAndAct runs a node in Act. If Decide has not planned the node, it is decided now. If it is then not ready,
// decideAndAct returns false, and aborts the node if it was active. Otherwise decideAndAct exits those nodes below
// it that are no longer planned before any node is entered.
func (t *turn) decideAndAct(n *node) (status conform.Status, ready bool) {
	if _, planned := t.planned[n]; !planned {
		ans := t.decide(n)
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
