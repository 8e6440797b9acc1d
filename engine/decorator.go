package engine

import (
	"errors"
	"fmt"
	"time"
)

// decideDecorator applies the rule of a decorator to what its child is certain to
// be.
func (t *worker) decideDecorator(i int32) Certainty {
	in := &t.prog.info[i]
	switch in.kind {
	case KindCooldown, KindInterval, KindDelay, KindTimeout, KindLimit, KindOnce, KindChance:
		return t.decideBounded(i, in)
	}
	child := t.decide(i + 1)
	switch in.kind {
	case KindInvert:
		return [...]Certainty{Open: Open, Certain: Refused, Refused: Certain}[child]
	case KindForceSuccess:
		return [...]Certainty{Open: Open, Certain: Certain, Refused: Certain}[child]
	case KindForceFailure:
		return [...]Certainty{Open: Open, Certain: Refused, Refused: Refused}[child]
	case KindUntilFailure:
		return [...]Certainty{Open: Open, Certain: Open, Refused: Certain}[child]
	case KindUntilSuccess:
		return openIf(child == Refused, child)
	case KindRepeat:
		return openIf(child == Certain && t.goesOnLater(i, &in.settings), child)
	case KindRetry:
		return openIf(child == Refused && t.goesOnLater(i, &in.settings), child)
	case KindLoop:
		return openIf(child == Certain && !t.lastRound(i), child)
	}
	return child
}

func openIf(yes bool, otherwise Certainty) Certainty {
	if yes {
		return Open
	}
	return otherwise
}

// actDecorator runs the child and makes of its result what the kind makes of it.
func (t *worker) actDecorator(i int32) Status {
	switch kind := t.prog.info[i].kind; kind {
	case KindRepeat:
		return t.iterate(i, Success)
	case KindRetry:
		return t.iterate(i, Failure)
	case KindLoop:
		return t.actLoop(i)
	case KindInterval, KindDelay:
		if !t.decision.planned.has(i + 1) {
			return Running
		}
		return t.act(i + 1)
	default:
		return t.translated(i, kind, t.only(i))
	}
}

// translated is what a result of the child means for node i.
func (t *worker) translated(i int32, kind Kind, s Status) Status {
	if s == Running {
		return Running
	}
	switch kind {
	case KindInvert:
		return opposite(s)
	case KindForceSuccess:
		return Success
	case KindForceFailure:
		return Failure
	case KindUntilSuccess:
		if s != Success {
			return Running
		}
	case KindUntilFailure:
		if s != Failure {
			return Running
		}
		return Success
	case KindCooldown:
		if s == Success {
			slot := t.slot(i)
			slot.known, slot.stamp = true, t.world.clock
		}
	case KindLimit, KindOnce:
		t.slot(i).ends++
	}
	return s
}

func opposite(s Status) Status {
	if s == Success {
		return Failure
	}
	return Success
}

// only runs the only child of node i. One that is not planned is not ready and
// counts as failed.
func (t *worker) only(i int32) Status {
	if !t.decision.planned.has(i + 1) {
		return Failure
	}
	return t.act(i + 1)
}

// goesOnLater reports whether a repeat or retry with these settings goes on in the next
// tick if its child ends at once in the way that lets it.
func (t *worker) goesOnLater(i int32, s *Settings) bool {
	return s.Count == 0 || s.OnePerTick && !t.lastRound(i)
}

// iterate runs the child again as long as it ends as it must for that: with Success
// under repeat, with Failure under retry. With a bound it does so up to that many
// times, as far as they fit into this tick; without one, once a tick. With per_tick=one
// at most one round begins in a tick.
func (t *worker) iterate(i int32, again Status) Status {
	settings := &t.prog.info[i].settings
	most := int32(settings.Count)
	begun := !t.active.has(i + 1)
	s := t.only(i)
	for s == again {
		count := &t.agent.state[i].count
		*count++
		switch {
		case most == 0:
			return Running
		case *count >= most:
			return s
		case settings.OnePerTick && begun:
			return Running
		case t.ranAway():
			t.partFault(i, partRunaway, "", errRunaway)
			return Failure
		}
		t.decision.planned.unset(i + 1)
		begun = true
		s, _ = t.reach(i + 1)
	}
	return s
}

// A tick visits at most runawayVisits + runawayPerNode times as many nodes as the
// tree has; beyond that the innermost loop ends.
const (
	runawayVisits  = 10_000
	runawayPerNode = 100
)

func (t *worker) ranAway() bool { return t.visits > runawayVisits+runawayPerNode*len(t.nodes) }

var errRunaway = errors.New("the tree runs away: it has visited more nodes in one tick than 10,000 and 100 times its size; this loop ends with Failure. Give it a smaller bound, or a child that takes time")

// lastRound reports whether the next round of a node that counts them is its last.
func (t *worker) lastRound(i int32) bool {
	done := int32(0)
	if t.active.has(i) {
		done = t.agent.state[i].count
	}
	most := int32(t.prog.info[i].settings.Count)
	return most > 0 && done+1 >= most
}

func (t *worker) actLoop(i int32) Status {
	last := t.lastRound(i)
	s := t.only(i)
	if s != Success || last {
		return s
	}
	t.agent.state[i].count++
	return Running
}

// decideBounded is for the decorators that add a "no" of their own.
func (t *worker) decideBounded(i int32, in *info) Certainty {
	active, s := t.active.has(i), &in.settings
	switch in.kind {
	case KindCooldown:
		if !active && t.fresh(t.slot(i), int64(s.Time)) {
			return t.ruledOutFor(i, "it cools down", int64(s.Time))
		}
	case KindLimit, KindOnce:
		if !active && int(t.slot(i).ends) >= max(1, s.Count) {
			return t.ruledOut(i, "its limit is spent")
		}
	case KindChance:
		if !active && t.draw(i, 0) >= s.Chance {
			return t.ruledOut(i, "the draw was against it")
		}
	case KindTimeout:
		if t.elapsed(i) >= int64(s.Time) {
			return t.ruledOut(i, "its time is over")
		}
	case KindDelay:
		if t.elapsed(i) < int64(s.Time) {
			return Open
		}
	case KindInterval:
		return t.decideInterval(i, int64(s.Time))
	}
	return t.decide(i + 1)
}

// ruledOut tells an explanation why a node's own rule says no.
func (t *worker) ruledOut(i int32, why string) Certainty {
	if t.ctx.rec != nil {
		t.ctx.rec.rule(i, why)
	}
	return Refused
}

// ruledOutFor is ruledOut with the time that is left of d.
func (t *worker) ruledOutFor(i int32, why string, d int64) Certainty {
	if t.ctx.rec != nil {
		left := time.Duration(t.slot(i).stamp + d - t.world.clock)
		t.ctx.rec.rule(i, fmt.Sprintf("%s for another %.2f s", why, left.Seconds()))
	}
	return Refused
}

// elapsed returns the time since node i was entered, 0 if it is to be entered now.
func (t *worker) elapsed(i int32) int64 {
	if !t.active.has(i) {
		return 0
	}
	return t.world.clock - t.agent.state[i].entered
}

// idles reports whether node i has nothing to go on with until the interval above it
// asks again: it is planned, unasked, because it is active, and none of its
// children is.
func (t *worker) idles(i int32, n *node) bool {
	return t.decision.unasked.has(i) && i+1 < n.end && t.decision.planned.next(i+1, n.end) == n.end
}

// decideInterval decides its subtree at most once in the interval. In between
// exactly its active nodes are planned, unasked.
func (t *worker) decideInterval(i int32, d int64) Certainty {
	if !t.fresh(t.slot(i), d) {
		t.learn(i, true)
		return t.decide(i + 1)
	}
	if !t.active.has(i) {
		return t.ruledOutFor(i, "its interval is not over", d)
	}
	t.decision.planned.setSpan(t.active, i+1, t.nodes[i].end)
	t.decision.unasked.setSpan(t.active, i+1, t.nodes[i].end)
	return Open
}
