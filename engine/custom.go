package engine

import "fmt"

// Certainty says what Decide knows of a node's result before it runs.
type Certainty uint8

// The certainties.
const (
	Open    Certainty = iota // its result depends on what it will do
	Certain                  // Success whatever happens
	Refused                  // Failure: it is not ready
)

// Custom is a kind of node that the game defines in Go: a composite, a chooser,
// a decorator or a leaf, by how many children it takes. Register it where trees
// are loaded; see bough.Options.
type Custom struct {
	Name string
	// Doc says in a sentence what it does; Example is a tree that uses it.
	Doc, Example string
	// Least and Most bound the number of children; Most -1 is no bound.
	Least, Most int
	// Params are the parameters that it takes. The first Positional of them may be
	// given by position.
	Params     []CustomParam
	Positional int
	// New makes the rule of one node from its parameters, defaults filled in. It
	// may refuse them.
	New func(Params) (Rule, error)
}

func (c *Custom) name() string {
	if c == nil {
		return ""
	}
	return c.Name
}

// CustomParam is a parameter of a Custom kind.
type CustomParam struct {
	Name    string
	Doc     string
	Default Value // nil: must be given
}

// Rule is how a node of a Custom kind decides and acts. One Rule serves a node for
// all agents and workers at the same time, so it must keep nothing in itself:
// what belongs to an agent is the cursor and the memory of the Visit.
type Rule interface {
	// Decide answers, in Decide, how certain the node's result is, by asking
	// children. A child that was asked and is not refused is planned, unless it
	// is dropped. Decide must change nothing.
	Decide(v Visit) Certainty
	// Act runs the node, which is active, by running children.
	Act(v Visit) Status
}

// Visit is a node of an agent that is being decided or run. It is valid during the
// call that it was given to only.
type Visit struct {
	wk *worker
	i  int32
}

// Context returns what a behavior's hook would see, its memory included.
func (v Visit) Context() *Context {
	v.wk.ctx.node, v.wk.ctx.direct = v.i, false
	return &v.wk.ctx
}

// Active reports whether the node is active. In Decide it is not if it would be
// entered now.
func (v Visit) Active() bool { return v.wk.active.has(v.i) }

// Len returns the number of children.
func (v Visit) Len() int {
	k := 0
	for c := v.i + 1; c < v.wk.prog.nodes[v.i].end; c = v.wk.prog.nodes[c].end {
		k++
	}
	return k
}

// child returns the node of child k, from 0.
func (v Visit) child(k int) int32 {
	c := v.i + 1
	for ; k > 0 && c < v.wk.prog.nodes[v.i].end; k-- {
		c = v.wk.prog.nodes[c].end
	}
	if k != 0 || c >= v.wk.prog.nodes[v.i].end {
		panic("engine: a rule named a child that its node does not have")
	}
	return c
}

// Name returns the name of child k, from 0.
func (v Visit) Name(k int) string { return v.wk.prog.info[v.child(k)].name }

// ActiveChild returns the place of the first active child, -1 if none is.
func (v Visit) ActiveChild() int {
	k := 0
	for c := v.i + 1; c < v.wk.prog.nodes[v.i].end; c = v.wk.prog.nodes[c].end {
		if v.wk.active.has(c) {
			return k
		}
		k++
	}
	return -1
}

// Ask asks child k whether it is ready, and plans it if it is. It is for Decide.
func (v Visit) Ask(k int) Certainty { return v.wk.decide(v.child(k)) }

// Drop takes child k out of the plan again. It is for Decide.
func (v Visit) Drop(k int) {
	c := v.child(k)
	v.wk.dismiss(c, "the rule did not choose it")
}

// Keep leaves child k, and what is active below it, as it is: neither asked nor
// exited before Act. It is for Decide; see the kept children of a reactive
// sequence.
func (v Visit) Keep(k int) {
	c := v.child(k)
	v.wk.decision.kept.setSpan(v.wk.active, c, v.wk.prog.nodes[c].end)
}

// Planned reports whether child k is planned. It is for Act.
func (v Visit) Planned(k int) bool { return v.wk.decision.planned.has(v.child(k)) }

// Run runs child k, whose turn has come. A child that is not planned is asked now. If the
// child is not ready then, Run returns false for ready, and aborts the child if it was
// active. Run is for Act.
func (v Visit) Run(k int) (s Status, ready bool) { return v.wk.reach(v.child(k)) }

// Again runs a child that has run in this tick already: the child is asked anew. If nodes
// have run too often in this tick, Again reports an error at this node and returns Failure.
func (v Visit) Again(k int) (s Status, ready bool) {
	c := v.child(k)
	if ranAway(v.wk) {
		v.wk.partFault(v.i, partRunaway, "", errRunaway)
		return Failure, false
	}
	v.wk.decision.planned.unset(c)
	return v.wk.reach(c)
}

// Abort exits child k and what is active below it. It is for Act.
func (v Visit) Abort(k int) {
	c := v.child(k)
	v.wk.abort(c, v.wk.prog.nodes[c].end)
}

// Cursor returns the number that SetCursor has stored since the node was entered; 0 if there
// is none, or if the node is not active.
func (v Visit) Cursor() int {
	if !v.Active() {
		return 0
	}
	return int(v.wk.agent.state[v.i].count)
}

// SetCursor stores a number for later visits of this activation. It is for Act.
func (v Visit) SetCursor(k int) { v.wk.agent.state[v.i].count = int32(k) }

// Fail reports an error of the rule at this node. The rule should then return Refused or
// Failure.
func (v Visit) Fail(err error) { v.wk.partFault(v.i, partRule, "", err) }

// customRule is the rule of a kind that the game has defined. It panics if the game's rule
// returns none of the constants: otherwise the tick would fail later, in another place.
type customRule struct{ rule Rule }

func (r customRule) decide(wk *worker, i int32, _ *node) Certainty {
	c := r.rule.Decide(Visit{wk, i})
	if c > Refused {
		panic(fmt.Sprintf("engine: Decide of kind %s returned Certainty(%d)", wk.prog.info[i].name, uint8(c)))
	}
	return c
}

func (r customRule) act(wk *worker, i int32, _ *node) Status {
	s := r.rule.Act(Visit{wk, i})
	if s > Failure {
		panic(fmt.Sprintf("engine: Act of kind %s returned Status(%d)", wk.prog.info[i].name, uint8(s)))
	}
	return s
}
