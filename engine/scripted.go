package engine

import "github.com/bough-dev/bough/internal/lang"

// Choice is a ready child that the hook choose can pick.
type Choice struct {
	Node   int
	Index  int // index among all children, from 0
	Name   string
	Active bool
	Score  float64 // utility of the child; for other choosers the child's weight

	is Certainty
}

// scriptChooser is the rule of a behavior whose hook choose picks among its ready children. The hook is not called
// if no child is ready.
type scriptChooser struct{}

func (scriptChooser) decide(wk *worker, i int32, n *node) Certainty {
	base, index := len(wk.choices), 0
	for c := i + 1; c < n.end; c = wk.prog.nodes[c].end {
		if r := wk.decide(c); r != Refused {
			if score, ok := score(wk, c); ok {
				wk.choices = append(wk.choices, Choice{Node: int(c), Index: index, Name: wk.prog.info[c].name, Active: wk.active.has(c), Score: score, is: r})
			} else {
				wk.dismiss(c, "its utility raised an error")
			}
		}
		index++
	}
	list := wk.choices[base:]
	if len(list) == 0 {
		return Refused
	}
	wk.ctx.choices = list
	ans, err := wk.call(i, n, HookChoose)
	wk.ctx.choices = nil
	is, why := Refused, lang.N("choose did not pick it")
	if err != nil {
		why = lang.N("choose raised an error")
	}
	for k := range list {
		if err == nil && k == ans.Choice {
			is = list[k].is
		} else {
			wk.dismiss(int32(list[k].Node), why)
		}
	}
	wk.choices = wk.choices[:base]
	return is
}

func (scriptChooser) act(wk *worker, i int32, n *node) Status { return actChosen(wk, i, n) }

// scriptDecorator is the rule of a behavior whose hook result converts the result of its child.
type scriptDecorator struct{}

func (scriptDecorator) decide(wk *worker, i int32, _ *node) Certainty {
	if wk.decide(i+1) == Refused {
		return Refused
	}
	return Open
}

// act runs the child and converts its result. If the hook raises an error, act exits the node itself.
func (scriptDecorator) act(wk *worker, i int32, n *node) Status {
	wk.ctx.result = wk.act(i + 1)
	ans, err := wk.call(i, n, HookResult)
	if err != nil {
		wk.end(i, n, ExitError)
		return Failure
	}
	return ans.Status
}
