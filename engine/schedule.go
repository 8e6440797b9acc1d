package engine

import (
	"math"
	"slices"
	"time"
)

// schedule says when an agent with a period takes part in a tick.
type schedule struct {
	period int64 // 0 for none
	next   int64 // clock of the next turn
	watch  []Key // fields that bring the next turn forward
}

// SetPeriod lets the agent take part in a tick once in each period instead of in every tick; DT then covers the whole
// time. The turns of agents with the same period are spread evenly over it. A stimulus, EndRequest and Set of one of
// the watched fields let the agent take part in the next tick already; its further turns stay where they were. A
// period of 0 or less lets it take part in every tick again. A spawned agent has none.
func (a *Agent) SetPeriod(period time.Duration, watched ...Key) {
	if !a.canAct("Agent.SetPeriod") {
		return
	}
	if a.flags &^= hasPeriod; period <= 0 {
		a.schedule = schedule{}
		return
	}
	a.flags |= hasPeriod
	a.schedule = schedule{period: int64(period), watch: slices.Clone(watched)}
	a.schedule.turn(a.id, a.world.clock)
}

// Period returns the period set by SetPeriod, 0 for none.
func (a *Agent) Period() time.Duration {
	a.mustBeReadable("Agent.Period")
	return time.Duration(a.schedule.period)
}

// turn sets the first turn after now. Turns are at offset + k*period. The offsets are multiples of the golden ratio,
// which spread evenly, however many agents there are.
func (s *schedule) turn(id AgentID, now int64) {
	_, part := math.Modf(float64(id) * (math.Phi - 1))
	offset := int64(part * float64(s.period))
	s.next = offset + ((now-offset)/s.period+1)*s.period
	if s.next-s.period > now { // now is before the offset
		s.next -= s.period
	}
}

// hurry makes the next tick a turn.
func (a *Agent) hurry() {
	if a.flags&hasPeriod != 0 {
		a.schedule.next = a.world.clock
	}
}
