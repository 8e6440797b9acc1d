package engine

import "github.com/bough-dev/bough/engine/value"

// This file has the leaves that are not behaviors.

// constant is the rule of succeed and fail, whose result is always the same.
type constant struct {
	certain Certainty
	status  Status
}

func (r constant) decide(*worker, int32, *node) Certainty { return r.certain }
func (r constant) act(*worker, int32, *node) Status       { return r.status }

// condition is ready while its condition holds.
type condition struct{}

func (condition) decide(wk *worker, i int32, _ *node) Certainty {
	if !holds(wk, i, wk.prog.info[i].settings.Expression, partCondition) {
		return Refused
	}
	return Certain
}

func (condition) act(*worker, int32, *node) Status { return Success }

// wait is Running until its time has passed.
type wait struct{}

func (wait) decide(*worker, int32, *node) Certainty { return Open }

func (wait) act(wk *worker, i int32, _ *node) Status {
	return runningUntil(elapsed(wk, i) >= wk.timeOf(i))
}

// waitUntil is Running until its condition is true. If the condition raises an error, the node
// fails.
type waitUntil struct{}

func (waitUntil) decide(*worker, int32, *node) Certainty { return Open }

func (waitUntil) act(wk *worker, i int32, _ *node) Status {
	c := wk.prog.info[i].settings.Expression
	wk.ctx.node, wk.ctx.viaDirect = i, false
	ok, err := c.Eval(&wk.ctx)
	if err != nil {
		wk.partFault(i, partCondition, c.Source(), err)
		return Failure
	}
	return runningUntil(ok)
}

func runningUntil(yes bool) Status {
	if yes {
		return Success
	}
	return Running
}

// log writes a line to the log.
type log struct{}

func (log) decide(*worker, int32, *node) Certainty { return Open }

func (log) act(wk *worker, i int32, _ *node) Status {
	wk.ctx.node, wk.ctx.viaDirect = i, false
	wk.ctx.Log(wk.prog.info[i].settings.Name)
	return Success
}

// set sets fields.
type set struct{}

func (set) decide(*worker, int32, *node) Certainty { return Open }

func (set) act(wk *worker, i int32, _ *node) Status {
	fields := wk.prog.info[i].settings.Fields
	for k := range fields {
		f := fields[k]
		if f.Expression != nil {
			var ok bool
			if f.Value, ok = evaluated(wk, i, f.Expression, partSet); !ok {
				return Failure
			}
		}
		if wk.world.trace != nil {
			wk.ctx.node, wk.ctx.hook, wk.ctx.viaDirect = i, HookBehavior, false
			wk.ctx.noteWrite(Write{Key: f.Field.Name(), Was: wk.agent.fields.Get(f.Field), Is: f.Value})
		}
		wk.agent.fields.Set(f.Field, f.Value)
	}
	return Success
}

// evaluated returns the value that an expression of node i gives when it acts. ok is false if the expression raises an error.
func evaluated(wk *worker, i int32, e Expression, p part) (v value.Value, ok bool) {
	wk.ctx.node, wk.ctx.viaDirect = i, false
	v, err := e.Value(&wk.ctx)
	if err != nil {
		wk.partFault(i, p, e.Source(), err)
	}
	return v, err == nil
}

// data returns the data of node i, which is an emit or a request.
func data(wk *worker, i int32, s *Settings) (v value.Value, ok bool) {
	if s.DataExpression == nil {
		return s.Data, true
	}
	return evaluated(wk, i, s.DataExpression, partData)
}

// emit posts a stimulus to the agent itself, or to the agent whose number is in a field.
type emit struct{}

func (emit) decide(*worker, int32, *node) Certainty { return Open }

func (emit) act(wk *worker, i int32, _ *node) Status {
	s := &wk.prog.info[i].settings
	with, ok := data(wk, i, s)
	if !ok {
		return Failure
	}
	to := wk.agent.id
	if s.To != (Key{}) {
		v := wk.agent.fields.Get(s.To)
		to = AgentID(v.Float())
		if v.Kind() != value.KindNumber || float64(to) != v.Float() {
			return Success // the field does not contain the number of an agent
		}
	}
	ttl := s.Time
	if s.Number != nil {
		ttl = max(seconds(wk.number(i)), 1) // 0 would mean the default
	}
	wk.ctx.Post(to, Stimulus{Name: s.Name, Data: with, TTL: ttl})
	return Success
}

// request makes its request in every tick, until the game has ended the request or another
// node of the agent has replaced it.
type request struct{}

// The values of nodeState.count for a request node.
const (
	requestMade  = 1
	requestEnded = 2 // the game has ended the request
)

func (request) decide(*worker, int32, *node) Certainty { return Open }

func (request) act(wk *worker, i int32, _ *node) Status {
	s, state := &wk.prog.info[i].settings, &wk.agent.state[i]
	q := Request{Kind: s.Name, Channel: s.Channel, Priority: wk.numberOr(i, s.Priority)}
	switch {
	case state.count == requestEnded:
		return Success
	case state.count == requestMade && !wk.agent.requests.stands(i, q.channel()):
		return Failure
	}
	var ok bool
	if q.Data, ok = data(wk, i, s); !ok {
		return Failure
	}
	state.count = requestMade
	wk.ctx.node, wk.ctx.viaDirect = i, false
	if err := wk.ctx.Request(q); err != nil {
		wk.partFault(i, partRequest, "", err)
		return Failure
	}
	return Running
}
