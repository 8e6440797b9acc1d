package engine

import (
	"fmt"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// Certainty says what Decide knows about the result of a node before the node runs.
type Certainty uint8

// The certainties.
const (
	Open    Certainty = iota // the result depends on what the node will do
	Certain                  // the result will be Success
	Refused                  // the result will be Failure: the node is not ready
)

// Custom is a kind of node that the game defines in Go: a composite, a chooser, a decorator or a leaf, depending on
// the number of children that it takes. The game registers its kinds when it loads trees; see bough.Options.
type Custom struct {
	Name string
	Doc  string // what a node of the kind does, in a sentence or two, for bough kinds and other tools
	// MinChildren and MaxChildren bound the number of children. A MaxChildren of -1 is no bound. If MaxChildren is 1, the
	// node has the utility of its child while the child is planned, like the decorators that Bough has.
	MinChildren, MaxChildren int
	// Params are the parameters of the kind. The first Positional of them may be given by position.
	Params     []CustomParam
	Positional int
	// New makes the rule of one node from its parameters, which include the defaults. New may return an error for the
	// parameters. A panic of New counts as an error.
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
	Default value.Value // nil if the parameter must be given
	// Field is set if a tree may also give a field of the agent, as in $cart. New then gets a Param with a Field and without
	// a value. The rule reads the present value from Context.Params.
	Field bool
}

// Rule decides and runs a node of a Custom kind. All agents and workers share the Rule of a node, so it must not
// have state of its own. State of an agent belongs in the cursor and the memory of the Visit.
type Rule interface {
	// Decide asks children, and returns the certainty of the node. A child that was asked and is not Refused is
	// planned, unless it is dropped. Decide must not change anything.
	Decide(v Visit) Certainty
	// Act runs the node, which is active, by running children, and returns the result of the node.
	Act(v Visit) Status
}

// Visit is a node that is being decided or run for an agent. It is valid only during the call that received it.
type Visit struct {
	wk *worker
	i  int32
}

// Context returns the context that a hook of a behavior at this node would get.
func (v Visit) Context() *Context {
	v.wk.ctx.node, v.wk.ctx.viaDirect = v.i, false
	return &v.wk.ctx
}

// Active reports whether the node is active. In Decide it returns false for a node that would be entered in this
// tick.
func (v Visit) Active() bool { return v.wk.active.has(v.i) }

// Len returns the number of children. Other methods number them from 0.
func (v Visit) Len() int {
	k := 0
	for c := v.i + 1; c < v.wk.prog.nodes[v.i].end; c = v.wk.prog.nodes[c].end {
		k++
	}
	return k
}

// misused panics because of a mistake in the rule of the game, and names the node.
func (v Visit) misused(format string, args ...any) {
	in := &v.wk.prog.info[v.i]
	panic(fmt.Sprintf("engine: kind %s, agent %s, tree %s at %s: ", in.name, v.wk.agent.label, v.wk.prog.name, in.path) + fmt.Sprintf(format, args...))
}

// child returns the node index of a child. Children are numbered from 0.
func (v Visit) child(number int) int32 {
	c, k := v.i+1, number
	for ; k > 0 && c < v.wk.prog.nodes[v.i].end; k-- {
		c = v.wk.prog.nodes[c].end
	}
	if k != 0 || c >= v.wk.prog.nodes[v.i].end {
		v.misused("there is no child %d; the node has %d, numbered from 0", number, v.Len())
	}
	return c
}

// ActiveChild returns the number of the first active child, or -1 if none is active.
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

// Ask asks whether child k is ready, and plans the child if it is. Ask must be called in Decide.
func (v Visit) Ask(k int) Certainty {
	v.mustDecide("Visit.Ask")
	return v.wk.decide(v.child(k))
}

// mustDecide panics in Act, where the plan is made already.
func (v Visit) mustDecide(method string) {
	if !v.wk.ctx.deciding {
		v.misused("%s called in Act; call it in Decide", method)
	}
}

// mustAct panics in Decide.
func (v Visit) mustAct(method string) {
	if v.wk.ctx.deciding {
		v.misused("%s called in Decide, which must not change anything; call it in Act", method)
	}
}

// Drop removes child k from the plan. It must be called in Decide.
func (v Visit) Drop(k int) {
	v.mustDecide("Visit.Drop")
	c := v.child(k)
	v.wk.dismiss(c, "the rule did not choose it")
}

// Keep leaves child k, and the active nodes below it, as they are: they are neither asked nor exited before Act.
// Keep must be called in Decide. A reactive sequence keeps children in this way.
func (v Visit) Keep(k int) {
	v.mustDecide("Visit.Keep")
	c := v.child(k)
	v.wk.decision.kept.setSpan(v.wk.active, c, v.wk.prog.nodes[c].end)
}

// Planned reports whether child k is planned. It must be called in Act.
func (v Visit) Planned(k int) bool { return v.wk.decision.planned.has(v.child(k)) }

// Run runs child k. A child that is not planned is asked first. If the child is not ready, Run aborts it if it was
// active, and ready is false. Run must be called in Act.
func (v Visit) Run(k int) (s Status, ready bool) {
	v.mustAct("Visit.Run")
	return v.wk.decideAndAct(v.child(k))
}

// Again runs a child that has already run in this tick. The child is asked again first. If nodes have run too often
// in this tick, Again reports an error at this node and returns Failure.
func (v Visit) Again(k int) (s Status, ready bool) {
	v.mustAct("Visit.Again")
	c := v.child(k)
	if ranAway(v.wk) {
		v.wk.partFault(v.i, partRunaway, "", message.RunawayLoop())
		return Failure, false
	}
	v.wk.decision.planned.unset(c)
	return v.wk.decideAndAct(c)
}

// Abort exits child k and the active nodes below it. It must be called in Act.
func (v Visit) Abort(k int) {
	v.mustAct("Visit.Abort")
	c := v.child(k)
	v.wk.abort(c, v.wk.prog.nodes[c].end)
}

// Cursor returns the number that SetCursor has stored since the node was entered. It returns 0 if SetCursor has not
// been called, or if the node is not active.
func (v Visit) Cursor() int {
	if !v.Active() {
		return 0
	}
	return int(v.wk.agent.state[v.i].count)
}

// SetCursor stores a number for later calls of Cursor, until the node is exited. It must be called in Act.
func (v Visit) SetCursor(k int) {
	v.mustAct("Visit.SetCursor")
	v.wk.agent.state[v.i].count = int32(k)
}

// Fail reports an error of the rule at this node. The rule should then return Refused or
// Failure. Fail panics if err is nil.
func (v Visit) Fail(err error) {
	if err == nil {
		v.misused("Visit.Fail called with nil; give the error")
	}
	v.wk.partFault(v.i, partRule, "", err)
}

// customRule is the rule of a kind that the game has defined. It panics if the rule of the game returns a value
// that is not one of the constants. Without this check, the tick would fail later, in another place.
type customRule struct{ rule Rule }

func (r customRule) decide(wk *worker, i int32, _ *node) Certainty {
	v := Visit{wk, i}
	c := r.rule.Decide(v)
	if c > Refused {
		v.misused("Decide returned Certainty(%d)", uint8(c))
	}
	return c
}

func (r customRule) act(wk *worker, i int32, _ *node) Status {
	v := Visit{wk, i}
	s := r.rule.Act(v)
	if s > Failure {
		v.misused("Act returned Status(%d)", uint8(s))
	}
	return s
}
