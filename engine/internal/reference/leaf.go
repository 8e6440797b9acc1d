package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// leafRule returns the rule of a kind without children.
func leafRule(kind string) rule {
	decide := func(*decision, *node) answer { return answer{certainty: open} }
	switch kind {
	case "condition":
		return plain(decideCondition, returns(conform.Success))
	case "succeed":
		return plain(func(*decision, *node) answer { return answer{certainty: success} }, returns(conform.Success))
	case "fail":
		return plain(func(*decision, *node) answer { return no }, returns(conform.Failure))
	case "idle":
		return plain(decide, returns(conform.Running))
	case "wait":
		return plain(decide, actWait)
	case "wait_until":
		return plain(decide, actWaitUntil)
	case "log":
		return plain(decide, actLog)
	case "set":
		return plain(decide, actSet)
	case "emit":
		return plain(decide, actEmit)
	case "request":
		return plain(decide, actRequest)
	}
	panic("reference: no rule for " + kind)
}

func returns(s conform.Status) func(*turn, *node) conform.Status {
	return func(*turn, *node) conform.Status { return s }
}

func decideCondition(d *decision, n *node) answer {
	c := conform.Call{Agent: d.a.id, Node: n}
	ok, err := d.script.Condition(c)
	d.notePart(c, conform.HookCondition, err)
	if !ok || err != nil {
		return no
	}
	return answer{certainty: success}
}

func actWait(t *turn, n *node) conform.Status {
	if t.elapsed(t.a, n) >= duration(t.a.number(n)) {
		return conform.Success
	}
	return conform.Running
}

// If the condition raises an error, the node fails.
func actWaitUntil(t *turn, n *node) conform.Status {
	c := t.call(t.a, n)
	ok, err := t.script.Condition(c)
	t.notePart(c, conform.HookCondition, err)
	switch {
	case err != nil:
		return conform.Failure
	case ok:
		return conform.Success
	}
	return conform.Running
}

func actLog(t *turn, n *node) conform.Status {
	text := ""
	if len(n.Args) > 0 {
		text = n.Args[0]
	}
	t.script.Log(t.call(t.a, n), text)
	return conform.Success
}

// actSet makes the assignments in their order, so each sees those before it (rule N59).
func actSet(t *turn, n *node) conform.Status {
	for _, s := range n.Sets {
		v := s.Value
		if s.Number != nil {
			c := t.call(t.a, n)
			x, err := t.script.Number(c, *s.Number)
			if t.notePart(c, conform.HookSet, err); err != nil {
				return conform.Failure
			}
			v = int(x)
		}
		t.a.fields[s.Field] = v
	}
	return conform.Success
}

// actEmit posts a stimulus to the agent itself, or to the agent whose number is in a field.
func actEmit(t *turn, n *node) conform.Status {
	to := int(t.a.id) + 1
	if n.Emits.To != "" {
		to = t.a.fields[n.Emits.To]
	}
	s := n.Emits.Stimulus
	var ok bool
	if s.Data, ok = t.data(n, s.Data); !ok {
		return conform.Failure
	}
	if n.Number != nil {
		s.TTL = duration(t.a.number(n))
	}
	t.posts = append(t.posts, posting{to, s})
	return conform.Success
}

// data returns the data of an emit or a request: the constant, or else what the expression gives (rule N60).
func (t *turn) data(n *node, constant string) (data string, ok bool) {
	if n.DataNumber == nil {
		return constant, true
	}
	c := t.call(t.a, n)
	x, err := t.script.Number(c, *n.DataNumber)
	t.notePart(c, conform.HookData, err)
	return conform.Data(x), err == nil
}
