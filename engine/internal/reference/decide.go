package reference

import (
	"slices"

	"github.com/bough-dev/bough/engine/internal/conform"
)

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
	about   map[*node]*stimulus // stimulus that a node was last asked about
	numbers map[*node]float64   // numbers of the kinds of the nodes that were asked
	learned []func()            // answers to store at the end of Decide
	account *account            // record of the nodes that are asked; nil except for an explanation
}

// decide asks a node. It does not change anything.
func (d *decision) decide(n *node) answer {
	asked := d.begin(n)
	if why := d.ready(n); why != "" {
		asked.says(why, failure)
		return no
	}
	if isGoal(n) && d.achieved(n) {
		asked.says("", open) // the node is ready, but it is not chosen
		return no
	}
	number, ok := d.number(n)
	if !ok {
		asked.says(Rule, failure)
		return no
	}
	d.numbers[n] = number
	below, in := ruleOf(n).decide(d, n)
	if below.certainty == failure {
		asked.says(Rule, failure)
		return no
	}
	asked.says("", below.certainty)
	in.node, in.by, in.number = n, d.about[n], number
	return answer{certainty: below.certainty, plan: []intent{in}}.and(below)
}

// ready checks everything before the rule of the kind, in this order: disabled, missing behavior, quarantine,
// stimulus, guard, precondition. It returns the first cause for which the node is not ready, or "".
func (d *decision) ready(n *node) string {
	if n.Disabled {
		return Disabled
	}
	if d.missing[n.Behavior] {
		return Missing
	}
	if d.errors.quarantined[n.Behavior] {
		return Quarantine
	}
	offers, s := d.offers(n), d.a.surviving(n)
	switch {
	case d.known(n) && !s.yes:
		return Interval
	case len(offers) == 0:
		return Stimulus
	case d.known(n):
		if i := slices.IndexFunc(offers, func(o *stimulus) bool { return o.id() == s.picked }); i >= 0 {
			d.ask(n, offers[i])
			return ""
		}
	}
	why := d.pick(n, offers[:min(len(offers), maxOffers)])
	d.learn(n, why == "")
	return why
}

// maxOffers is the number of stimuli about which a node is asked in one Decide.
const maxOffers = 8

// pick asks guard and precondition of a node about one stimulus after another, until both accept one. It returns the
// cause why the last one was refused, or "".
func (d *decision) pick(n *node, offers []*stimulus) (why string) {
	for _, s := range offers {
		asked := d.ask(n, s)
		yes, err := d.guardHolds(n)
		if why = Guard; yes {
			if yes, err = d.preconditionHolds(n); yes {
				return ""
			}
			why = Precondition
		}
		asked.refuses(why)
		if err != nil {
			break
		}
	}
	return why
}

// ask makes s the stimulus that a node is asked about; nil if it waits for none.
func (d *decision) ask(n *node, s *stimulus) *Asked {
	if d.about == nil {
		d.about = map[*node]*stimulus{}
	}
	d.about[n] = s
	asked := d.account.of(n)
	if asked != nil && s != nil {
		asked.Stimuli = append(asked.Stimuli, Offer{Data: s.Data})
	}
	return asked
}

// known reports whether the last answer of guard and precondition of a behavior with an interval is used again.
func (d *decision) known(n *node) bool {
	s := d.a.surviving(n)
	return n.Behavior != nil && s.known && d.clock-s.asked < n.Behavior.Interval
}

// learn records an answer for a behavior with an interval. If only the stimulus is missing, there is no answer.
func (d *decision) learn(n *node, yes bool) {
	if n.Behavior == nil || n.Behavior.Interval == 0 {
		return
	}
	s, clock, picked := d.a.surviving(n), d.clock, d.about[n].id()
	d.learned = append(d.learned, func() { s.known, s.yes, s.picked, s.asked = true, yes, picked, clock })
}

// storeLearned stores the recorded answers at the end of Decide.
func (d *decision) storeLearned() {
	for _, store := range d.learned {
		store()
	}
	d.learned = nil
}

func (d *decision) guardHolds(n *node) (bool, error) {
	if n.Guard == nil {
		return true, nil
	}
	c := d.question(n)
	ok, err := d.script.Guard(c)
	d.notePart(c, conform.HookGuard, err)
	if a := d.account.of(n); a != nil {
		a.Guarded = err == nil
	}
	return ok && err == nil, err
}

// offers returns the stimuli about which a node is asked, oldest first. If it waits for none, they are one nil.
func (d *decision) offers(n *node) []*stimulus {
	if n.Behavior == nil || n.Behavior.Stimulus == "" {
		return []*stimulus{nil}
	}
	if active := d.a.active[n]; active != nil {
		return []*stimulus{active.stimulus}
	}
	return d.a.offers(n.Behavior.Stimulus)
}

func (d *decision) preconditionHolds(n *node) (bool, error) {
	if !has(n, conform.HookPrecondition) {
		return true, nil
	}
	c := d.question(n)
	ok, err := d.script.Precondition(c)
	d.note(c, conform.HookPrecondition, err)
	return ok && err == nil, err
}

// question returns a call of a hook or a guard in Decide.
func (d *decision) question(n *node) conform.Call {
	c := conform.Call{Agent: d.a.id, Node: n}
	if s := d.about[n]; s != nil {
		c.Stimulus = s.Data
	}
	return c
}
