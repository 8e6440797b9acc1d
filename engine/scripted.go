package engine

// Choice is a ready child among which the hook choose picks.
type Choice struct {
	Node   int
	Index  int // place among all children, from 0
	Name   string
	Active bool
	Score  float64 // what its utility hook answers, 0 without one; for other choosers its weight

	is Certainty
}

// scriptChooser is the rule of a behavior whose hook choose picks among its ready children.
// The hook is not called where there is nothing to pick.
type scriptChooser struct{}

func (scriptChooser) decide(t *worker, i int32, n *node) Certainty {
	base, index := len(t.choices), 0
	for c := i + 1; c < n.end; c = t.prog.nodes[c].end {
		if r := t.decide(c); r != Refused {
			if score, ok := score(t, c); ok {
				t.choices = append(t.choices, Choice{Node: int(c), Index: index, Name: t.prog.info[c].name, Active: t.active.has(c), Score: score, is: r})
			} else {
				t.dismiss(c, "its utility raised an error")
			}
		}
		index++
	}
	list := t.choices[base:]
	if len(list) == 0 {
		return Refused
	}
	t.ctx.choices = list
	ans, err := t.code.bound[i].Call(t.ctx.at(i, HookChoose), HookChoose)
	t.note(i, n, HookChoose, err)
	t.ctx.choices = nil
	is, why := Refused, "choose did not pick it"
	if err != nil {
		why = "choose raised an error"
	}
	for k := range list {
		if err == nil && k == ans.Choice {
			is = list[k].is
		} else {
			t.dismiss(int32(list[k].Node), why)
		}
	}
	t.choices = t.choices[:base]
	return is
}

func (scriptChooser) act(t *worker, i int32, n *node) Status { return actChosen(t, i, n) }

// scriptDecorator is the rule of a behavior whose hook result says what the result of its child means.
type scriptDecorator struct{}

func (scriptDecorator) decide(t *worker, i int32, _ *node) Certainty {
	if t.decide(i+1) == Refused {
		return Refused
	}
	return Open
}

// act exits the node itself if the hook raises an error.
func (scriptDecorator) act(t *worker, i int32, n *node) Status {
	t.ctx.result = t.act(i + 1)
	ans, err := t.code.bound[i].Call(t.ctx.at(i, HookResult), HookResult)
	if t.note(i, n, HookResult, err); err != nil {
		t.end(i, n, ExitError)
		return Failure
	}
	return ans.Status
}
