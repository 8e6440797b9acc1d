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

// decideByScript has the hook choose of a behavior pick among its ready children.
// It is not asked where there is nothing to pick.
func (t *worker) decideByScript(i int32, n *node) Certainty {
	base, index := len(t.choices), 0
	for c := i + 1; c < n.end; c = t.nodes[c].end {
		if r := t.decide(c); r != Refused {
			if score, ok := t.utility(c); ok {
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
	ans, err := t.bound[i].Call(t.ctx.at(i, HookChoose), HookChoose)
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

// translate runs the child of a behavior with the hook result, and has that say
// what the child's result means.
func (t *worker) translate(i int32, n *node) (Answer, error) {
	t.ctx.result = t.act(i + 1)
	ans, err := t.bound[i].Call(t.ctx.at(i, HookResult), HookResult)
	t.note(i, n, HookResult, err)
	return ans, err
}
