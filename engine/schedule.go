package engine

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// schedule contains when an agent takes part in ticks, and its weight. The flags of the agent say whether it is asleep,
// is paused or has a period.
type schedule struct {
	sleepUntil int64 // clock before which the agent misses its ticks
	period     int64 // 0 if there is none
	next       int64 // time of the clock at which the next turn is due
	watch      []Key // fields that bring the next turn forward when they change
	factor     float64
	weight     float64 // see turnLimit; 0 before the first turn under a limit
	steps      int     // remaining ticks of a paused agent; see Agent.Step
}

// due returns the clock from which an agent takes part in ticks. The agent must be neither paused nor suspended.
func (s *schedule) due(flags agentFlags) int64 {
	t := int64(0)
	if flags&isAsleep != 0 {
		t = s.sleepUntil
	}
	if flags&hasPeriod != 0 {
		t = max(t, s.next)
	}
	return t
}

// maxPeriod bounds periods, so that sums of two do not overflow.
const maxPeriod = math.MaxInt64 / 4

// SetPeriod makes the agent take part in one tick of each period instead of in every tick. DT then covers the whole
// time. The turns of agents with the same period are spread evenly over it. An agent that was just spawned also takes
// part in the next tick. So does an agent after a stimulus, EndRequest, or Set of one of the watched fields; its
// later turns are unchanged. With a period of 0 or less, the agent takes part in every tick again. Agents have no
// period when they are spawned.
func (a *Agent) SetPeriod(period time.Duration, watched ...Key) {
	if !a.canAct("Agent.SetPeriod") {
		return
	}
	period = max(0, min(period, maxPeriod))
	a.world.journal.record(a, Input{kind: inputPeriod, time: period, keys: watched})
	a.world.agents.mayBeDue(a)
	s := &a.schedule
	if a.flags &^= hasPeriod; period <= 0 {
		s.period, s.next, s.watch = 0, 0, nil
		return
	}
	a.flags |= hasPeriod
	s.period, s.watch = min(int64(period), maxPeriod), slices.Clone(watched)
	if s.setNext(a.id, a.world.clock); a.ticks == 0 {
		a.world.agents.dueNow(a)
	}
}

// Period returns the period set by SetPeriod, or 0 if there is none.
func (a *Agent) Period() time.Duration {
	a.mustBeReadable("Agent.Period")
	return time.Duration(a.schedule.period)
}

// nextTurn returns Explanation.Turn. last is the clock of the last tick.
func nextTurn(a *Agent, last int64) string {
	w := a.world
	seconds := func(d int64) float64 { return time.Duration(d).Seconds() }
	switch {
	case a.flags&(isPaused|isSuspended) != 0 || len(a.stimuli.inbox) > 0:
		return ""
	case a.flags&isAsleep != 0 && a.schedule.sleepUntil > w.clock:
		return tr.F("asleep for another %.2f s", seconds(a.schedule.sleepUntil-w.clock))
	case a.flags&hasPeriod != 0 && a.schedule.next > w.clock:
		return tr.F("with its next turn in %.2f s", seconds(a.schedule.next-w.clock))
	case w.limit != nil && a.last < last:
		return tr.F("without a turn for %.2f s, since %d agents decide in a tick", seconds(w.clock-a.last), w.limit.most)
	}
	return ""
}

// setNext sets the next turn to the first one after now. Turns are at offset + k*period. The offset is period times
// the fractional part of id times the golden ratio. These fractional parts are spread evenly for any number of
// agents.
func (s *schedule) setNext(id AgentID, now int64) {
	_, part := math.Modf(float64(float64(id) * (math.Phi - 1)))
	offset := int64(part * float64(s.period))
	s.next = offset + ((now-offset)/s.period+1)*s.period
	if s.next-s.period > now { // now is before the offset
		s.next -= s.period
	}
}

// turnLimit bounds the number of agents that take part in a tick.
type turnLimit struct {
	most    int
	maxWait int64
	due     []int32   // indexes of the agents that are due; reused
	urgency []float64 // urgency of each agent that is due; reused
	sorted  []float64 // the urgencies, reordered by threshold; reused
	turns   [][]int32 // indexes of agents by worker; reused
}

// LimitTurns bounds the number of agents that take part in a tick (time slicing); 0 removes the bound. If more are
// due, the agents with the greatest product of waiting time and weight take part. The weight of an agent is 1 plus
// its importance times its factor; see Agent.SetImportanceFactor. Among agents of equal weight, the one that has
// waited longest comes first. An agent of weight 10 has up to ten times as many turns as one of weight 1. An agent that
// has waited for maxWait since it was due takes part even if the bound is exceeded. A maxWait of 0 means no maximum.
//
// The bound is a number of agents and not a time, so that equal inputs give equal results. A game that measures its
// frames may change it between ticks.
func (w *World) LimitTurns(most int, maxWait time.Duration) {
	w.mustBeOpen("World.LimitTurns")
	if w.journal != nil {
		w.journal.add(Input{kind: inputLimit, number: float64(most), time: max(0, min(maxWait, maxSaved))})
	}
	if most <= 0 {
		w.limit = nil
		return
	}
	w.limit = &turnLimit{most: min(most, math.MaxInt32), maxWait: max(0, min(int64(maxWait), maxSaved))}
}

// SetImportanceFactor multiplies the importance of the agent in World.LimitTurns by f, for example by 0.1 for an
// agent that no player sees. The factor is 1 unless set. A factor that is negative or not a number counts as 0.
func (a *Agent) SetImportanceFactor(f float64) {
	if !a.canAct("Agent.SetImportanceFactor") {
		return
	}
	a.world.journal.record(a, Input{kind: inputFactor, number: f})
	if a.schedule.factor = f; !(f > 0) {
		a.schedule.factor = 0
	}
	a.schedule.weigh(a.code.prog.importance(a.active()))
}

// maxWeight bounds weights, so that products of weights and times can be compared without large rounding errors.
const maxWeight = 1e6

// weigh computes the weight of an agent from its importance.
func (s *schedule) weigh(importance float64) { s.weight = min(1+s.scaled(importance), maxWeight) }

// scaled returns the importance of an agent times its factor, in the range from 0 to maxWeight.
func (s *schedule) scaled(importance float64) float64 {
	if i := float64(importance * s.factor); i > 0 {
		return min(i, maxWeight)
	}
	return 0
}

// waited returns how long an agent has been due, at least dt. last is the clock at its previous tick.
func (s *schedule) waited(flags agentFlags, last, now, dt int64) int64 {
	since := last
	if flags&hasPeriod != 0 {
		since = max(since, s.next-dt)
	}
	if flags&isAsleep != 0 {
		since = max(since, s.sleepUntil-dt)
	}
	return max(now-since, dt)
}

// chooseTurns gives each worker the indexes of agents, in the order of their IDs. If there is a limit, these are the
// agents that take part in the tick, otherwise all agents of the worker.
func (w *World) chooseTurns(dt int64) {
	l := w.limit
	if l == nil {
		for _, wk := range w.workers {
			wk.turns = wk.agents
		}
		return
	}
	l.due, l.urgency = l.due[:0], l.urgency[:0]
	forced := 0
	for i, from := range w.agents.dueFrom {
		if from > w.clock {
			continue
		}
		a := w.agents.list[i]
		if a.flags != 0 && !w.agents.due(a, w.clock) {
			continue
		}
		if a.schedule.weight == 0 {
			a.schedule.weigh(a.code.prog.importance(a.active()))
		}
		waited := a.schedule.waited(a.flags, a.last, w.clock, dt)
		urgency := float64(waited) * a.schedule.weight
		if a.flags&isPaused != 0 || l.maxWait > 0 && waited >= l.maxWait { // a paused agent is due only because of Step
			urgency, forced = math.Inf(1), forced+1
		}
		l.due, l.urgency = append(l.due, int32(i)), append(l.urgency, urgency)
	}
	if l.turns == nil {
		l.turns = make([][]int32, len(w.workers))
	}
	for k := range l.turns {
		l.turns[k] = l.turns[k][:0]
	}
	least, ties := l.threshold(max(l.most, forced))
	for k, i := range l.due {
		switch u := l.urgency[k]; {
		case u < least:
			continue
		case u == least:
			if ties == 0 {
				continue
			}
			ties--
		}
		k := w.agents.list[i].worker.id
		l.turns[k] = append(l.turns[k], i)
	}
	for k, wk := range w.workers {
		wk.turns = l.turns[k]
	}
}

// threshold returns the smallest urgency among the n most urgent agents, and how many of these n have that urgency.
// It is a quickselect, which takes linear time on average.
func (l *turnLimit) threshold(n int) (least float64, ties int) {
	if n >= len(l.due) {
		return 0, len(l.due)
	}
	l.sorted = append(l.sorted[:0], l.urgency...)
	list, rank := l.sorted, n // the result is the element of list with this rank; the largest one has rank 1
	for {
		pivot := max(min(list[0], list[len(list)/2]), min(max(list[0], list[len(list)/2]), list[len(list)-1]))
		greater, equal := 0, 0
		for i, u := range list {
			if u > pivot {
				list[i], list[greater+equal] = list[greater+equal], u
				list[greater+equal], list[greater] = list[greater], list[greater+equal]
				greater++
			} else if u == pivot {
				list[i], list[greater+equal] = list[greater+equal], u
				equal++
			}
		}
		switch {
		case rank <= greater:
			list = list[:greater]
		case rank <= greater+equal:
			return pivot, rank - greater
		default:
			list, rank = list[greater+equal:], rank-greater-equal
		}
	}
}

// DecisionAge contains the times since the last turns of the agents with the same Importance.
type DecisionAge struct {
	Importance    int // importance times the factor of the agent, rounded down
	Agents        int
	P50, P99, Max time.Duration
	Ages          []time.Duration // ages of these agents, in ascending order
}

// DecisionAges returns the times since the last turns of agents, grouped by importance, the most important first.
// Agents that are asleep, paused or suspended do not count.
func (w *World) DecisionAges() []DecisionAge {
	w.mustBeReadable("World.DecisionAges")
	ages := map[int][]time.Duration{}
	for _, a := range w.agents.list {
		if a.gone || a.flags&(isAsleep|isPaused|isSuspended) != 0 {
			continue
		}
		class := int(a.schedule.scaled(a.code.prog.importance(a.active())))
		ages[class] = append(ages[class], time.Duration(w.clock-a.last))
	}
	var out []DecisionAge
	for class, list := range ages {
		slices.Sort(list)
		at := func(q float64) time.Duration { return list[int(q*float64(len(list)-1))] }
		out = append(out, DecisionAge{class, len(list), at(0.5), at(0.99), at(1), list})
	}
	slices.SortFunc(out, func(x, y DecisionAge) int { return cmp.Compare(y.Importance, x.Importance) })
	return out
}
