package engine

import (
	"math"
	"time"

	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// This file has the numbers of nodes that expressions give, see Settings.Number, and the weights of children.

// computed is the rule of a node whose number an expression gives. It reads the number in Decide, before the rule of the kind
// asks the children. What the rule of a kind sees, and keeps while the node is active, is worker.number. So a kind without an
// expression costs no more than the test whether there is one.
type computed struct{ of nodeRule }

func (r computed) decide(wk *worker, i int32, n *node) Certainty {
	if !keepsNumber(wk, i) && !readNumber(wk, i) {
		return Refused
	}
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.noteLeft(i)
	}
	return r.of.decide(wk, i, n)
}

func (r computed) act(wk *worker, i int32, n *node) Status { return r.of.act(wk, i, n) }

// keepsNumber reports whether node i goes on with the number that was read before. An active node does, so that a change of a
// field does not change a time that has begun. An interval reads its number when it decides what is below it. The inertia of a
// utility chooser is not about something that has begun; it is read whenever the chooser is asked.
func keepsNumber(wk *worker, i int32) bool {
	s := wk.persistent(i)
	switch {
	case !s.hasNumber:
		return false
	case wk.prog.info[i].kind == kind.Interval:
		return s.fresh(wk.world.clock, int64(seconds(s.number)))
	}
	return wk.active.has(i) && wk.prog.info[i].kind != kind.Utility
}

// reread is the persistent state of a node whose number another expression gives than before an edit. The number is read anew
// when the node is asked. Until then an active node goes on with the number that it had: below an interval it runs without
// being asked.
type reread struct {
	slot int32
	was  *info
}

func (r reread) forget(a *Agent) {
	s := &a.persistent[r.slot]
	s.hasNumber = false
	if r.was.settings.Number == nil {
		s.number = r.was.constant()
	}
}

// constant returns the number of a node that no expression gives.
func (in *info) constant() float64 {
	s := &in.settings
	switch in.kind.Number() {
	case kind.SecondsNumber:
		return s.Time.Seconds()
	case kind.CountNumber:
		return float64(s.Count)
	case kind.ChanceNumber:
		return s.Chance
	}
	return s.Priority // the inertia of utility is read whenever the node is asked
}

// newNumber is a number that the current decision has read.
type newNumber struct {
	node  int32
	value float64
}

// readNumber evaluates the number of node i. Decide changes no agent, so endDecide stores the result. It returns false if the
// expression raises an error, or its value is not a number that the kind takes.
func readNumber(wk *worker, i int32) bool {
	x, ok := evaluate(wk, i, wk.prog.info[i].settings.Number, wk.prog.info[i].kind.Number(), partNumber)
	if ok {
		wk.decision.numbers = append(wk.decision.numbers, newNumber{i, x})
	}
	return ok
}

// evaluate returns the value of an expression of node i. It records an error if the value is not in a range.
func evaluate(wk *worker, i int32, e Expression, r kind.Range, p part) (x float64, ok bool) {
	wk.ctx.node, wk.ctx.viaDirect = i, false
	v, err := e.Value(&wk.ctx)
	at, isPlaced := e.(placed)
	if x = v.Float(); err == nil && (v.Kind() != value.KindNumber || !r.Has(x)) {
		remedy := ""
		if v.IsNil() {
			remedy = e.Source()
		}
		w := message.NumberOutOfRange(e.Source(), remedy, v.String(), message.NumberIn(r))
		if err = w; isPlaced {
			err = at.Wrong(w)
		}
	}
	if err != nil {
		wk.partFault(i, p, e.Source(), err)
		return 0, false
	}
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.number(i, e, x)
	}
	return x, true
}

// number returns the number that node i has read last.
func (wk *worker) number(i int32) float64 {
	for k := len(wk.decision.numbers) - 1; k >= 0; k-- {
		if wk.decision.numbers[k].node == i {
			return wk.decision.numbers[k].value
		}
	}
	return wk.persistent(i).number
}

// commitNumbers stores the numbers of a decision, unless the decision is for an explanation or is a dry run. An explanation
// needs them until its end.
func (wk *worker) commitNumbers() {
	if wk.ctx.explainer != nil {
		return
	}
	if !wk.purity.dryRun {
		for _, x := range wk.decision.numbers {
			s := wk.persistent(x.node)
			s.number, s.hasNumber = x.value, true
		}
	}
	wk.decision.numbers = wk.decision.numbers[:0]
}

// timeOf returns the time of node i in nanoseconds.
func (wk *worker) timeOf(i int32) int64 {
	if s := &wk.prog.info[i].settings; s.Number == nil {
		return int64(s.Time)
	}
	return wk.computedTime(i)
}

func (wk *worker) computedTime(i int32) int64 { return int64(seconds(wk.number(i))) }

// countOf returns the count of node i, or 0 if it has none.
func (wk *worker) countOf(i int32) int32 {
	if s := &wk.prog.info[i].settings; s.Number == nil {
		return int32(s.Count)
	}
	return int32(wk.number(i))
}

// numberOr returns the number of node i, which is constant if no expression gives it.
func (wk *worker) numberOr(i int32, constant float64) float64 {
	if wk.prog.info[i].settings.Number == nil {
		return constant
	}
	return wk.number(i)
}

// seconds returns a time. Kinds take at most kind.MaxSeconds.
func seconds(f float64) time.Duration { return time.Duration(math.Round(f * float64(time.Second))) }

// weight returns the weight of child c of a node that draws by weight. ok is false if its expression raises an error.
func weight(wk *worker, c int32) (w float64, ok bool) {
	s := &wk.prog.info[c].settings
	switch {
	case s.WeightExpression != nil:
		return evaluate(wk, c, s.WeightExpression, kind.WeightNumber, partWeight)
	case s.Weight != nil:
		return max(0, *s.Weight), true
	}
	return 1, true
}
