package engine

import (
	"errors"
	"fmt"
	"time"
)

// translation is a decorator that makes another result of its child's.
type translation struct {
	certain [3]Certainty // by the child's Certainty
	status  [3]Status    // by the child's Status
}

func (r translation) decide(t *worker, i int32, _ *node) Certainty {
	return r.certain[t.decide(i+1)]
}

func (r translation) act(t *worker, i int32, _ *node) Status { return r.status[actOnly(t, i)] }

// repeat runs the child again as long as it ends with goesOn. With a bound it does so up to that many
// times, as far as they fit into this tick; without one, once a tick. With per_tick=one
// at most one round begins in a tick. It is the rule of repeat and retry.
type repeat struct {
	certain Certainty // of a child that ends at once with goesOn
	goesOn  Status
}

func (r repeat) decide(t *worker, i int32, _ *node) Certainty {
	child := t.decide(i + 1)
	s := &t.prog.info[i].settings
	if child == r.certain && (s.Count == 0 || s.OnePerTick && !lastRound(t, i)) {
		return Open // it goes on in the next tick
	}
	return child
}

func (r repeat) act(t *worker, i int32, _ *node) Status {
	settings := &t.prog.info[i].settings
	most := int32(settings.Count)
	begun := !t.active.has(i + 1)
	s := actOnly(t, i)
	for s == r.goesOn {
		count := &t.agent.state[i].count
		*count++
		switch {
		case most == 0:
			return Running
		case *count >= most:
			return s
		case settings.OnePerTick && begun:
			return Running
		case ranAway(t):
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

func ranAway(t *worker) bool { return t.visits > runawayVisits+runawayPerNode*len(t.prog.nodes) }

var errRunaway = errors.New("the tree runs away: it has visited more nodes in one tick than 10,000 and 100 times its size; this loop ends with Failure. Give it a smaller bound, or a child that takes time")

// loop runs the child again while it succeeds, at most one round a tick.
type loop struct{}

func (loop) decide(t *worker, i int32, _ *node) Certainty {
	child := t.decide(i + 1)
	if child == Certain && !lastRound(t, i) {
		return Open
	}
	return child
}

func (loop) act(t *worker, i int32, _ *node) Status {
	last := lastRound(t, i)
	s := actOnly(t, i)
	if s != Success || last {
		return s
	}
	t.agent.state[i].count++
	return Running
}

// lastRound reports whether the next round of a node that counts them is its last.
func lastRound(t *worker, i int32) bool {
	done := int32(0)
	if t.active.has(i) {
		done = t.agent.state[i].count
	}
	most := int32(t.prog.info[i].settings.Count)
	return most > 0 && done+1 >= most
}

// cooldown is not ready for a time after its child has succeeded.
type cooldown struct{}

func (cooldown) decide(t *worker, i int32, _ *node) Certainty {
	if d := int64(t.prog.info[i].settings.Time); !t.active.has(i) && t.slot(i).fresh(t.world.clock, d) {
		return refuseFor(t, i, "it cools down", d)
	}
	return t.decide(i + 1)
}

func (cooldown) act(t *worker, i int32, _ *node) Status {
	s := actOnly(t, i)
	if s == Success {
		slot := t.slot(i)
		slot.known, slot.stamp = true, t.world.clock
	}
	return s
}

// limit is not ready once its child has ended so many times. It is the rule of limit and once.
type limit struct{}

func (limit) decide(t *worker, i int32, _ *node) Certainty {
	if !t.active.has(i) && int(t.slot(i).ends) >= max(1, t.prog.info[i].settings.Count) {
		return refuseByRule(t, i, "its limit is spent")
	}
	return t.decide(i + 1)
}

func (limit) act(t *worker, i int32, _ *node) Status {
	s := actOnly(t, i)
	if s != Running {
		t.slot(i).ends++
	}
	return s
}

// chance is ready with a probability.
type chance struct{}

func (chance) decide(t *worker, i int32, _ *node) Certainty {
	if !t.active.has(i) && draw(t, i, 0) >= t.prog.info[i].settings.Chance {
		return refuseByRule(t, i, "the draw was against it")
	}
	return t.decide(i + 1)
}

func (chance) act(t *worker, i int32, _ *node) Status { return actOnly(t, i) }

// timeout is not ready any more when its time is over.
type timeout struct{}

func (timeout) decide(t *worker, i int32, _ *node) Certainty {
	if elapsed(t, i) >= int64(t.prog.info[i].settings.Time) {
		return refuseByRule(t, i, "its time is over")
	}
	return t.decide(i + 1)
}

func (timeout) act(t *worker, i int32, _ *node) Status { return actOnly(t, i) }

// delay asks its child only after a time.
type delay struct{}

func (delay) decide(t *worker, i int32, _ *node) Certainty {
	if elapsed(t, i) < int64(t.prog.info[i].settings.Time) {
		return Open
	}
	return t.decide(i + 1)
}

func (delay) act(t *worker, i int32, _ *node) Status { return actPlanned(t, i) }

// interval decides its subtree at most once in its time. In between
// exactly its active nodes are planned, unasked.
type interval struct{}

func (interval) decide(t *worker, i int32, n *node) Certainty {
	d := int64(t.prog.info[i].settings.Time)
	if !t.slot(i).fresh(t.world.clock, d) {
		t.remember(i, true)
		return t.decide(i + 1)
	}
	if !t.active.has(i) {
		return refuseFor(t, i, "its interval is not over", d)
	}
	t.decision.planned.setSpan(t.active, i+1, n.end)
	t.decision.unasked.setSpan(t.active, i+1, n.end)
	return Open
}

func (interval) act(t *worker, i int32, _ *node) Status { return actPlanned(t, i) }

// actPlanned runs the only child of node i, which waits if that is not planned.
func actPlanned(t *worker, i int32) Status {
	if !t.decision.planned.has(i + 1) {
		return Running
	}
	return t.act(i + 1)
}

// idles reports whether node i has nothing to go on with until the interval above it
// asks again: it is planned, unasked, because it is active, and none of its
// children is.
func idles(t *worker, i int32, n *node) bool {
	return t.decision.unasked.has(i) && i+1 < n.end && t.decision.planned.next(i+1, n.end) == n.end
}

// refuseByRule tells an explanation why the rule of node i says no.
func refuseByRule(t *worker, i int32, why string) Certainty {
	if t.ctx.rec != nil {
		t.ctx.rec.rule(i, why)
	}
	return Refused
}

// refuseFor is refuseByRule with the time that is left of d.
func refuseFor(t *worker, i int32, why string, d int64) Certainty {
	if t.ctx.rec != nil {
		left := time.Duration(t.slot(i).stamp + d - t.world.clock)
		t.ctx.rec.rule(i, fmt.Sprintf("%s for another %.2f s", why, left.Seconds()))
	}
	return Refused
}

// elapsed returns the time since node i was entered, 0 if it is to be entered now.
func elapsed(t *worker, i int32) int64 {
	if !t.active.has(i) {
		return 0
	}
	return t.world.clock - t.agent.state[i].entered
}
