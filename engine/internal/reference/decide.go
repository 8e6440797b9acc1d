package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// certainty says what Decide knows about the result of a node before Act.
type certainty int

// The certainties. That of a node that is not ready is failure.
const (
	failure certainty = iota
	success
	open
)

// answer is the answer of Decide about a node.
type answer struct {
	certainty certainty
	plan      []intent // the node and the nodes below it that will run; empty for failure
	kept      []*node  // active nodes below it that are neither asked nor exited
}

// no is the answer of a node that is not ready.
var no = answer{certainty: failure}

// and returns ans with the plan and the kept nodes of other added to it.
func (ans answer) and(other answer) answer {
	ans.plan = append(ans.plan[:len(ans.plan):len(ans.plan)], other.plan...)
	ans.kept = append(ans.kept[:len(ans.kept):len(ans.kept)], other.kept...)
	return ans
}

// as returns ans with another certainty.
func (ans answer) as(c certainty) answer {
	ans.certainty = c
	return ans
}

// decision is Decide for one agent in one tick. It asks nodes, and changes nothing before storeLearned.
type decision struct {
	*World
	a       *agent
	learned []func() // answers to store at the end of Decide
	account *account // record of the nodes that are asked; nil except for an explanation
}

// decide asks a node. It does not change anything.
func (d *decision) decide(n *node) answer {
	asked := d.begin(n)
	by, why := d.ready(n)
	if why != "" {
		asked.says(why, failure)
		return no
	}
	if isGoal(n) && d.achieved(n) {
		asked.says("", open) // the node is ready, but it is not chosen
		return no
	}
	below, in := ruleOf(n).decide(d, n)
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
func (d *decision) ready(n *node) (*stimulus, string) {
	if n.Disabled {
		return nil, Disabled
	}
	if d.missing[n.Behavior] {
		return nil, Missing
	}
	if d.errors.quarantined[n.Behavior] {
		return nil, Quarantine
	}
	if yes, known := d.known(n); known {
		by, ok := d.stimulus(n)
		switch {
		case !yes:
			return nil, Interval
		case !ok:
			return nil, Stimulus
		}
		return by, ""
	}
	if !d.guardHolds(n) {
		d.learn(n, false)
		return nil, Guard
	}
	by, ok := d.stimulus(n)
	if !ok {
		return nil, Stimulus
	}
	yes := d.preconditionHolds(n, by)
	d.learn(n, yes)
	if !yes {
		return nil, Precondition
	}
	return by, ""
}

// known returns the last answer of guard and precondition of a behavior with an interval. known is false if the
// interval has passed.
func (d *decision) known(n *node) (yes, known bool) {
	s := d.a.surviving(n)
	if n.Behavior == nil || !s.known || d.clock-s.asked >= n.Behavior.Interval {
		return false, false
	}
	return s.yes, true
}

// learn records an answer for a behavior with an interval. If only the stimulus is missing, there is no answer.
func (d *decision) learn(n *node, yes bool) {
	if n.Behavior == nil || n.Behavior.Interval == 0 {
		return
	}
	s, clock := d.a.surviving(n), d.clock
	d.learned = append(d.learned, func() { s.known, s.yes, s.asked = true, yes, clock })
}

// storeLearned stores the recorded answers at the end of Decide.
func (d *decision) storeLearned() {
	for _, store := range d.learned {
		store()
	}
	d.learned = nil
}

func (d *decision) guardHolds(n *node) bool {
	if n.Guard == nil {
		return true
	}
	c := conform.Call{Agent: d.a.id, Node: n}
	ok, err := d.script.Guard(c)
	d.notePart(c, conform.HookGuard, err)
	if a := d.account.of(n); a != nil {
		a.Guarded = err == nil
	}
	return ok && err == nil
}

// stimulus returns the stimulus that a node holds or would take. It returns nil and true if the node needs no
// stimulus, and false if the stimulus it needs is missing.
func (d *decision) stimulus(n *node) (*stimulus, bool) {
	if n.Behavior == nil || n.Behavior.Stimulus == "" {
		return nil, true
	}
	if active := d.a.active[n]; active != nil {
		return active.stimulus, true
	}
	s := d.a.offer(n.Behavior.Stimulus)
	return s, s != nil
}

func (d *decision) preconditionHolds(n *node, by *stimulus) bool {
	if !has(n, conform.HookPrecondition) {
		return true
	}
	c := d.question(n, by)
	ok, err := d.script.Precondition(c)
	d.note(c, conform.HookPrecondition, err)
	return ok && err == nil
}

// question returns a call of a hook in Decide.
func (d *decision) question(n *node, by *stimulus) conform.Call {
	c := conform.Call{Agent: d.a.id, Node: n}
	if by != nil {
		c.Stimulus = by.Data
	}
	return c
}
