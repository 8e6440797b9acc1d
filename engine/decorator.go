package engine

import (
	"time"

	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
)

// translation is the rule of a decorator that maps the result of its child to another one.
type translation struct {
	certain [3]Certainty // by the Certainty of the child
	status  [3]Status    // by the Status of the child
}

func (r translation) decide(wk *worker, i int32, _ *node) Certainty {
	return r.certain[wk.decide(i+1)]
}

func (r translation) act(wk *worker, i int32, _ *node) Status { return r.status[actOnly(wk, i)] }

// repeat is the rule of repeat and retry. It runs the child again while the child ends with goesOn. If there is a
// bound on the number of rounds, several rounds may run in one tick. Without a bound, or with per_tick=one, at most
// one round begins in a tick.
type repeat struct {
	certain Certainty // Certainty of a child that will certainly end with goesOn
	goesOn  Status
}

func (r repeat) decide(wk *worker, i int32, _ *node) Certainty {
	child := wk.decide(i + 1)
	if child == r.certain && (wk.countOf(i) == 0 || wk.prog.info[i].settings.OnePerTick && !lastRound(wk, i)) {
		return Open // the next round begins in the next tick
	}
	return child
}

func (r repeat) act(wk *worker, i int32, _ *node) Status {
	settings := &wk.prog.info[i].settings
	most := wk.countOf(i)
	begun := !wk.active.has(i + 1)
	s := actOnly(wk, i)
	for s == r.goesOn {
		count := &wk.agent.state[i].count
		*count++
		switch {
		case most == 0:
			return Running
		case *count >= most:
			return s
		case settings.OnePerTick && begun:
			return Running
		case ranAway(wk):
			wk.partFault(i, partRunaway, "", message.RunawayLoop())
			return Failure
		}
		wk.decision.planned.unset(i + 1)
		begun = true
		s, _ = wk.decideAndAct(i + 1)
	}
	return s
}

// Bounds on the visits of a tick. A tick visits at most runawayVisits nodes, plus runawayPerNode for each node of the
// tree. Beyond that, the innermost loop ends with an error.
const (
	runawayVisits  = 10_000
	runawayPerNode = 100
)

func ranAway(wk *worker) bool { return wk.visits > runawayVisits+runawayPerNode*len(wk.prog.nodes) }

// loop runs the child again while it succeeds, at most one round in each tick.
type loop struct{}

func (loop) decide(wk *worker, i int32, _ *node) Certainty {
	child := wk.decide(i + 1)
	if child == Certain && !lastRound(wk, i) {
		return Open
	}
	return child
}

func (loop) act(wk *worker, i int32, _ *node) Status {
	last := lastRound(wk, i)
	s := actOnly(wk, i)
	if s != Success || last {
		return s
	}
	wk.agent.state[i].count++
	return Running
}

// lastRound reports whether the next round of a node with a bound is the node's last.
func lastRound(wk *worker, i int32) bool {
	done := int32(0)
	if wk.active.has(i) {
		done = wk.agent.state[i].count
	}
	most := wk.countOf(i)
	return most > 0 && done+1 >= most
}

// cooldown is not ready for some time after its child has succeeded or, if its settings say so, has failed or was aborted.
type cooldown struct{}

func (cooldown) decide(wk *worker, i int32, _ *node) Certainty {
	if d := wk.timeOf(i); !wk.active.has(i) && wk.persistent(i).fresh(wk.world.clock, d) {
		return refuseFor(wk, i, "it cools down", d)
	}
	return wk.decide(i + 1)
}

func (cooldown) act(wk *worker, i int32, _ *node) Status {
	s := actOnly(wk, i)
	if s == Success || s == Failure && wk.prog.info[i].settings.AfterFailure {
		wk.persistent(i).mark(wk.world.clock)
	}
	return s
}

// coolDown begins the time of node i, which was aborted, if it is a cooldown for which that counts.
func coolDown(wk *worker, i int32) {
	if in := &wk.prog.info[i]; in.settings.AfterAbort && in.kind == kind.Cooldown {
		wk.persistent(i).mark(wk.world.clock)
	}
}

// limit is not ready once its child has ended a given number of times. It is the rule of limit and once. If it has a time,
// it counts anew when that has passed since the first of the ends that it has counted.
type limit struct{}

func (limit) decide(wk *worker, i int32, _ *node) Certainty {
	s, per := wk.persistent(i), int64(wk.prog.info[i].settings.Time)
	switch {
	case wk.active.has(i) || s.ends < max(1, wk.countOf(i)):
	case per == 0:
		return refuseByRule(wk, i, "its limit is spent")
	case s.fresh(wk.world.clock, per):
		return refuseFor(wk, i, "its limit is spent", per)
	}
	return wk.decide(i + 1)
}

func (limit) act(wk *worker, i int32, _ *node) Status {
	s := actOnly(wk, i)
	if s == Running {
		return s
	}
	state := wk.persistent(i)
	if per := int64(wk.prog.info[i].settings.Time); per > 0 && !state.fresh(wk.world.clock, per) {
		state.ends = 0
		state.mark(wk.world.clock)
	}
	state.ends++
	return s
}

// chance is ready with a given probability.
type chance struct{}

func (chance) decide(wk *worker, i int32, _ *node) Certainty {
	if !wk.active.has(i) && draw(wk, i, 0) >= wk.numberOr(i, wk.prog.info[i].settings.Chance) {
		return refuseByRule(wk, i, "the draw was against it")
	}
	return wk.decide(i + 1)
}

func (chance) act(wk *worker, i int32, _ *node) Status { return actOnly(wk, i) }

// timeout is not ready once its time has passed.
type timeout struct{}

func (timeout) decide(wk *worker, i int32, _ *node) Certainty {
	if elapsed(wk, i) >= wk.timeOf(i) {
		return refuseByRule(wk, i, "its time is over")
	}
	return wk.decide(i + 1)
}

func (timeout) act(wk *worker, i int32, _ *node) Status { return actOnly(wk, i) }

// delay decides its child only after its time has passed.
type delay struct{}

func (delay) decide(wk *worker, i int32, _ *node) Certainty {
	if elapsed(wk, i) < wk.timeOf(i) {
		return Open
	}
	return wk.decide(i + 1)
}

func (delay) act(wk *worker, i int32, _ *node) Status { return actPlanned(wk, i) }

// interval decides its subtree at most once in each interval. Between these decisions it plans exactly the active
// nodes of the subtree, without asking them.
type interval struct{}

func (interval) decide(wk *worker, i int32, n *node) Certainty {
	d := wk.timeOf(i)
	if !wk.persistent(i).fresh(wk.world.clock, d) {
		wk.decision.answers = append(wk.decision.answers, newAnswer{node: i, yes: true})
		return wk.decide(i + 1)
	}
	if !wk.active.has(i) {
		return refuseFor(wk, i, "its interval is not over", d)
	}
	wk.decision.planned.setSpan(wk.active, i+1, n.end)
	wk.decision.unasked.setSpan(wk.active, i+1, n.end)
	return Open
}

func (interval) act(wk *worker, i int32, _ *node) Status { return actPlanned(wk, i) }

// actPlanned runs the only child of node i. If the child is not planned, node i is Running.
func actPlanned(wk *worker, i int32) Status {
	if !wk.decision.planned.has(i + 1) {
		return Running
	}
	return wk.act(i + 1)
}

// waitsForInterval reports whether node i has nothing to do until the interval above it decides again. This is so if
// the interval has planned node i because it is active, and no child of node i is planned.
func waitsForInterval(wk *worker, i int32, n *node) bool {
	return wk.decision.unasked.has(i) && i+1 < n.end && wk.decision.planned.next(i+1, n.end) == n.end
}

// refuseByRule records for an explanation why the rule of node i refuses, and returns Refused.
func refuseByRule(wk *worker, i int32, why string) Certainty {
	if wk.ctx.explainer != nil {
		wk.ctx.explainer.rule(i, tr.T(why))
	}
	return Refused
}

// refuseFor is like refuseByRule, and adds the rest of the time d to the reason.
func refuseFor(wk *worker, i int32, why string, d int64) Certainty {
	if wk.ctx.explainer != nil {
		left := wk.persistent(i).stamp + d - wk.world.clock
		wk.ctx.explainer.rule(i, tr.F("%s for another %.2f s", tr.T(why), time.Duration(left).Seconds()))
		wk.ctx.explainer.step(i).setLeft(left, d)
	}
	return Refused
}

// elapsed returns the time since node i was entered, or 0 if it would be entered in this tick.
func elapsed(wk *worker, i int32) int64 {
	if !wk.active.has(i) {
		return 0
	}
	return wk.world.clock - wk.agent.state[i].entered
}
