package engine

import "github.com/bough-dev/bough/engine/kind"

// nodeRule is the part of a tick that depends on the kind of a node: the choice among the node's children, and the
// meaning of their results. The table rules has the rules of the kinds. The rule of a behavior depends on its
// fields and hooks (see Behavior.rule). A behavior without children, or with exclusive children, has no rule, nor does
// kind.Idle; see worker.decideFrom.
//
// All nodes of a kind share a rule, for all agents and in all workers, so a rule has no state.
type nodeRule interface {
	// decide asks children in Decide, and returns the certainty of node i. A child that was asked and is not
	// Refused is planned, unless it is dropped. decide does not change the agent.
	decide(wk *worker, i int32, n *node) Certainty
	// act runs node i, which must be active, by running children. It returns the result of node i.
	act(wk *worker, i int32, n *node) Status
}

// rules has the rule of each kind. persists is set if nodes of the kind have a persistentState.
var rules = [kind.Count]struct {
	persists bool
	rule     nodeRule
}{
	kind.Behavior: {false, nil}, // see Behavior.rule
	kind.Tree:     {false, inclusion{}},
	kind.Custom:   {false, nil}, // see Custom.New

	kind.Priority:        {false, priority{}},
	kind.Sticky:          {false, priority{activeFirst}},
	kind.DynamicPriority: {false, priority{activeLast}},
	kind.Random:          {true, random{}},
	kind.Utility:         {false, utility{}},
	kind.Goal:            {false, priority{}},

	kind.Sequence:           {false, sequence{}},
	kind.ReactiveSequence:   {false, reactive{Certain, Success}},
	kind.SequenceWithMemory: {true, sequence{}},
	kind.Fallback:           {false, fallback{}},
	kind.ReactiveFallback:   {false, reactive{Refused, Failure}},
	kind.FallbackWithMemory: {true, fallback{}},
	kind.Parallel:           {false, parallel{}},
	kind.Filter:             {false, sequence{}},
	kind.Monitor:            {false, monitor{}},
	kind.RandomSequence:     {true, shuffled{Certain, Success}},
	kind.RandomFallback:     {true, shuffled{Refused, Failure}},
	kind.IfThenElse:         {false, ifThenElse{}},
	kind.WhileDoElse:        {false, whileDoElse{}},
	kind.Switch:             {false, switchCase{}},

	kind.Invert: {false, translation{
		certain: [...]Certainty{Open: Open, Certain: Refused, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Failure, Failure: Success},
	}},
	kind.ForceSuccess: {false, translation{
		certain: [...]Certainty{Open: Open, Certain: Certain, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Success, Failure: Success},
	}},
	kind.ForceFailure: {false, translation{
		certain: [...]Certainty{Open: Open, Certain: Refused, Refused: Refused},
		status:  [...]Status{Running: Running, Success: Failure, Failure: Failure},
	}},
	kind.Repeat: {false, repeat{Certain, Success}},
	kind.Retry:  {false, repeat{Refused, Failure}},
	kind.UntilSuccess: {false, translation{
		certain: [...]Certainty{Open: Open, Certain: Certain, Refused: Open},
		status:  [...]Status{Running: Running, Success: Success, Failure: Running},
	}},
	kind.UntilFailure: {false, translation{
		certain: [...]Certainty{Open: Open, Certain: Open, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Running, Failure: Success},
	}},
	kind.Loop:     {false, loop{}},
	kind.Cooldown: {true, cooldown{}},
	kind.Interval: {true, interval{}},
	kind.Delay:    {false, delay{}},
	kind.Timeout:  {false, timeout{}},
	kind.Limit:    {true, limit{}},
	kind.Once:     {true, limit{}},
	kind.Chance:   {true, chance{}},

	kind.Wait:      {false, wait{}},
	kind.Log:       {false, log{}},
	kind.Set:       {false, set{}},
	kind.Condition: {false, condition{}},
	kind.Succeed:   {false, constant{Certain, Success}},
	kind.Fail:      {false, constant{Refused, Failure}},
	kind.Idle:      {false, nil}, // a tick treats it like a behavior without hooks
	kind.WaitUntil: {false, waitUntil{}},
	kind.Emit:      {false, emit{}},
	kind.Request:   {false, request{}},
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

// inclusion is the rule of kind.Tree.
type inclusion struct{}

func (inclusion) decide(wk *worker, i int32, _ *node) Certainty { return wk.decide(i + 1) }
func (inclusion) act(wk *worker, i int32, n *node) Status       { return actChosen(wk, i, n) }
