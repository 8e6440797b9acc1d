package reference

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// The causes for which a node is not ready.
const (
	Disabled     = "disabled"
	Missing      = "missing"
	Quarantine   = "quarantine"
	Guard        = "guard"
	Stimulus     = "stimulus"
	Precondition = "precondition"
	Achieved     = "postcondition"
	Interval     = "interval"
	Rule         = "rule"
)

// Explanation describes what an agent would do, with the answer of each node that was asked.
type Explanation struct {
	Asked   []*Asked // in the order in which they were asked
	Planned []*conform.Node
	Active  []*conform.Node
	// Gates contains, for each node of the tree, the cause why the node is not ready before the rule of
	// its kind is applied. Errors are ignored.
	Gates []string
	Holds []Holding // the stimuli that the agent holds, oldest first, without those that were used
}

// Holding is a stimulus that an agent holds.
type Holding struct {
	Name  string
	Nodes []*conform.Node // the active nodes that were entered with it
}

// Asked is a node that was asked, with its answer.
type Asked struct {
	Node    *conform.Node
	No      string // the cause for which it is not ready; "" if it is ready
	Certain bool   // whether it is certain to succeed
	Guarded bool   // whether its guard was evaluated without an error
	Stimuli []Offer
	Terms   []string
	Parts   []string // terms of its condition, or of the value of a switch
	Value   string   // value of a switch
	Raised  []conform.Hook
	Reads   []Read  // computed numbers that were read, each once
	Number  float64 // number of its kind
	Weight  float64 // its weight, if its parent has drawn
	// Utility is the score of the node, and Scorer the node whose hook was called for it, if one was.
	Utility  float64
	Scorer   *conform.Node
	Achieved bool // the result of the node's postcondition, if it was called
	Active   bool
	Since    time.Duration   // time for which it has been active
	Left     time.Duration   // time until its interval, its cooldown or its own time has passed
	Ends     int             // number of ends with Success or Failure
	Drawn    float64         // draw of a chance
	Failed   []*conform.Node // children of a parallel that failed in earlier ticks
	Chosen   *conform.Node   // child chosen by a chooser
}

// Read is a computed number with its value, or with an error.
type Read struct {
	Text   string
	Value  float64
	Failed bool
}

// Offer is a stimulus that a node was asked about.
type Offer struct {
	Data string
	No   string // the cause for which the node refuses it; "" if the node has picked it
}

// account records the nodes that were asked.
type account struct{ asked []*Asked }

// Explain implements conform.Machine. It passes the result to Explained.
func (w *World) Explain(id conform.Agent) {
	a := w.agents[id]
	if a.gone || w.closed {
		return
	}
	if w.ExplainNext > 0 {
		defer func(clock time.Duration) {
			w.clock = clock
			w.tick--
		}(w.clock)
		w.clock += w.ExplainNext
		w.tick++
	}
	defer func(was []*stimulus) { a.stimuli = was }(a.stimuli)
	a.stimuli = slices.Clone(a.stimuli)
	for i, s := range a.stimuli {
		if !s.taken { // deliver changes it; no node holds it
			c := *s
			a.stimuli[i] = &c
		}
	}
	a.deliver(w.clock)
	d := &decision{World: w, a: a, numbers: map[*node]float64{}, account: &account{}}
	w.errors.quiet, w.errors.account = true, d.account
	ans := d.decide(a.tree.Root)
	w.errors.account = nil
	if w.Explained != nil {
		w.Explained(id, d.explain(ans))
	}
	w.errors.quiet = false
}

// begin records that a node is being asked. It returns nil if nothing is recorded.
func (d *decision) begin(n *node) *Asked {
	if d.account == nil {
		return nil
	}
	a := &Asked{Node: n}
	d.account.asked = append(d.account.asked, a)
	return a
}

func (a *Asked) refuses(why string) {
	if a != nil && len(a.Stimuli) > 0 {
		a.Stimuli[len(a.Stimuli)-1].No = why
	}
}

func (a *Asked) says(no string, c certainty) {
	if a != nil {
		a.No, a.Certain = no, c == success
	}
}

func (acc *account) of(n *node) *Asked {
	if acc != nil {
		for _, a := range acc.asked {
			if a.Node == n {
				return a
			}
		}
	}
	return nil
}

// reads records that a number of n was read: by n, or by its parent if n has not been asked, as for an order.
func (acc *account) reads(n *node, number conform.Number, value float64, failed bool) {
	if acc == nil || failed && acc.of(n) != nil {
		return
	}
	a := acc.of(n)
	if a == nil {
		a = acc.of(n.Parent)
	}
	if r := (Read{number.String(), value, failed}); failed || !slices.Contains(a.Reads, r) {
		a.Reads = append(a.Reads, r)
	}
}

func (acc *account) raised(n *node, h conform.Hook, err error) {
	if a := acc.of(n); a != nil && err != nil {
		a.Raised = append(a.Raised, h)
	}
}

// explain adds facts by which a test can check the answers of nodes.
func (d *decision) explain(ans answer) *Explanation {
	e := &Explanation{Asked: d.account.asked, Active: d.a.activeNodes()}
	for _, s := range d.a.stimuli {
		if s.taken && s.holders == 0 {
			continue
		}
		h := Holding{Name: s.Name}
		for _, n := range e.Active {
			if by := d.a.active[n].stimulus; by != nil && by.number == s.number {
				h.Nodes = append(h.Nodes, n)
			}
		}
		e.Holds = append(e.Holds, h)
	}
	for _, in := range ans.plan {
		e.Planned = append(e.Planned, in.node)
	}
	for _, a := range e.Asked {
		d.facts(a)
	}
	for _, n := range d.a.tree.Nodes {
		a := &Asked{Node: n}
		d.errors.account = &account{asked: []*Asked{a}}
		asking := &decision{World: d.World, a: d.a, numbers: map[*node]float64{}}
		no := asking.ready(n)
		// A missing behavior has no rule for choosing among its children.
		if no == "" && isGoal(n) && !d.missing[n.Parent.Behavior] && asking.achieved(n) {
			no = Achieved
		}
		d.errors.account = nil
		if len(a.Raised) > 0 {
			no = ""
		}
		e.Gates = append(e.Gates, no)
	}
	return e
}

func (d *decision) facts(a *Asked) {
	n := a.Node
	a.Number = d.numbers[n]
	if n.Guard != nil {
		a.Terms = d.values(n, n.Guard)
	}
	if n.Cond != nil {
		a.Parts = d.values(n, n.Cond)
	}
	if n.Kind == "switch" {
		a.Value, _ = d.script.Value(conform.Call{Agent: d.a.id, Node: n})
	}
	s := d.a.surviving(n)
	switch {
	case n.Behavior != nil:
		a.Left = s.asked + n.Behavior.Interval - d.clock
	case n.Kind == "cooldown":
		a.Left = s.success + duration(d.numbers[n]) - d.clock
	case n.Kind == "limit":
		a.Left = s.firstEnd + time.Duration(fraction(n.Param("per"))*float64(time.Second)) - d.clock
	case n.Kind == "interval":
		a.Left = s.asked + duration(d.numbers[n]) - d.clock
	case n.Kind == "timeout", n.Kind == "delay", n.Kind == "wait":
		a.Left = duration(d.numbers[n]) - d.elapsed(d.a, n)
	case n.Kind == "chance":
		a.Drawn = d.draw(n, 0)
	}
	a.Ends = s.ends
	if active := d.a.active[n]; active != nil {
		a.Active, a.Since = true, d.clock-active.entered
		for _, c := range n.Children {
			if active.finished[c] == conform.Failure {
				a.Failed = append(a.Failed, c)
			}
		}
	}
}

// values evaluates the terms of a condition.
func (d *decision) values(n *node, c *conform.Cond) []string {
	var out []string
	for _, term := range c.Terms {
		v, err := d.script.Term(d.question(n), term)
		out = append(out, conform.ShowTerm(v, err))
	}
	return out
}
