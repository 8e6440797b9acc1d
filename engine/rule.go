package engine

// nodeRule is the part of a tick that depends on the kind of a node: the choice among the node's children, and the
// meaning of their results. The table kinds has the rules of the kinds. The rule of a behavior depends on its
// fields and hooks (see Behavior.rule). A behavior without children, or with exclusive children, has no rule; see
// worker.decideFrom.
//
// All nodes of a kind share a rule, for all agents and in all workers, so a rule has no state.
type nodeRule interface {
	// decide asks children in Decide, and returns the certainty of node i. A child that was asked and is not
	// Refused is planned, unless it is dropped. decide does not change the agent.
	decide(wk *worker, i int32, n *node) Certainty
	// act runs node i, which must be active, by running children. It returns the result of node i.
	act(wk *worker, i int32, n *node) Status
}

// starter is a nodeRule that prepares the state of a node that is being entered.
type starter interface {
	start(wk *worker, i int32, n *node)
}

// actChosen runs the only planned child.
func actChosen(wk *worker, i int32, n *node) Status {
	return wk.act(wk.decision.planned.next(i+1, n.end))
}

// actOnly runs the only child of node i. A child that is not planned is not ready, and counts as failed.
func actOnly(wk *worker, i int32) Status {
	if !wk.decision.planned.has(i + 1) {
		return Failure
	}
	return wk.act(i + 1)
}

// inclusion is the rule of KindTree.
type inclusion struct{}

func (inclusion) decide(wk *worker, i int32, _ *node) Certainty { return wk.decide(i + 1) }
func (inclusion) act(wk *worker, i int32, n *node) Status       { return actChosen(wk, i, n) }
