package engine

// decideLeaf answers for the leaves that are not behaviors.
func (t *worker) decideLeaf(i int32) Certainty {
	switch in := &t.prog.info[i]; in.kind {
	case KindCondition:
		if !t.holds(i, in.settings.Condition, partCondition) {
			return Refused
		}
		return Certain
	case KindSucceed:
		return Certain
	case KindFail:
		return Refused
	}
	return Open
}

// actLeaf runs a leaf that is not a behavior.
func (t *worker) actLeaf(i int32) Status {
	in := &t.prog.info[i]
	s := &in.settings
	switch in.kind {
	case KindIdle:
		return Running
	case KindWait:
		return endIf(t.elapsed(i) >= int64(s.Time))
	case KindWaitUntil:
		return t.actWaitUntil(i, s)
	case KindLog:
		t.ctx.Log(s.Name)
	case KindSet:
		for _, f := range s.Fields {
			t.agent.fields.Set(f.Field, f.Value)
		}
	case KindEmit:
		t.emitStimulus(s)
	case KindRequest:
		return t.actRequest(i, s)
	}
	return Success
}

func endIf(yes bool) Status {
	if yes {
		return Success
	}
	return Running
}

// holds evaluates a condition of node i.
func (t *worker) holds(i int32, c Condition, p part) bool {
	t.ctx.node, t.ctx.direct = i, false
	ok, err := c.Eval(&t.ctx)
	if err != nil {
		t.partFault(i, p, c.Source(), err)
		return false
	}
	if t.ctx.rec != nil {
		t.ctx.rec.condition(i, p, c, ok)
	}
	return ok
}

// actWaitUntil: a condition that raises an error fails the node.
func (t *worker) actWaitUntil(i int32, s *Settings) Status {
	t.ctx.node, t.ctx.direct = i, false
	ok, err := s.Condition.Eval(&t.ctx)
	if err != nil {
		t.partFault(i, partCondition, s.Condition.Source(), err)
		return Failure
	}
	return endIf(ok)
}

// emitStimulus posts to the agent itself, or to the one whose number a field holds.
func (t *worker) emitStimulus(s *Settings) {
	to := t.agent.id
	if s.To != (Key{}) {
		v := t.agent.fields.Get(s.To)
		to = AgentID(v.Float())
		if v.Kind() != NumberValue || float64(to) != v.Float() {
			return // no such number
		}
	}
	t.ctx.Post(to, Stimulus{Name: s.Name, Data: s.Data, TTL: s.Time})
}

// actRequest asks, in every tick, for what the node wants, until the game has ended
// the request or another node of the agent has taken its place.
func (t *worker) actRequest(i int32, s *Settings) Status {
	state := &t.agent.state[i]
	q := Request{Kind: s.Name, Channel: s.Channel, Priority: s.Priority, Data: s.Data}
	switch {
	case state.count == requestEnded:
		return Success
	case state.count == requestMade && !t.agent.requests.stands(i, q.channel()):
		return Failure
	}
	state.count = requestMade
	t.ctx.node, t.ctx.direct = i, false
	if err := t.ctx.Request(q); err != nil {
		t.partFault(i, partRequest, "", err)
		return Failure
	}
	return Running
}

// What count says of a request leaf.
const (
	requestMade  = 1
	requestEnded = 2 // by the game
)
