package quota

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Limits holds the bounds that a game sets.
type Limits struct {
	// Steps bounds the steps of a hook call. If it is negative, nothing is bounded. TickSteps bounds the steps of
	// all hook calls of an agent in one tick together.
	Steps, TickSteps int
	// Keep bounds the bytes that an agent keeps. Together bounds the bytes that all agents keep together. 0 means
	// no bound.
	Keep, Together int
}

// Bounds on allocated bytes, including garbage. A hook that does nothing but create tables allocates some 7 MB in
// 100,000 steps.
const (
	// CallBytes bounds the bytes of a hook call.
	CallBytes = 16 << 20
	// TickBytes bounds the bytes of all hook calls of an agent in one tick together.
	TickBytes = 4 * CallBytes
	// LoadBytes bounds the bytes of a file that is loading.
	LoadBytes = 96 << 20
	// HandedBytes bounds the total weight of the values that an agent may post, request and write to boards in one
	// tick; see value.Value.Weight. Such values count for no agent until the end of the tick.
	HandedBytes = 4 << 20
)

// Bounds on the boards of a world. When a bound is reached, scripts can only remove entries or make them smaller.
const (
	// BoardEntries bounds the number of entries.
	BoardEntries = 10_000
	// BoardBytes bounds the sum of value.Value.Weight of all entries.
	BoardBytes = 64 << 20
)

// Quota bounds the resources of the agents in a world. It must be used by the goroutine that ticks the world. Each
// Meter must be used by the goroutine of its worker.
type Quota struct {
	limits Limits
	roots  Roots
	meters []*Meter
	// The values for the current tick.
	limit     int // bytes that an agent may keep; 0 means no bound
	share     int // an agent's share of limits.Together; 0 means no bound
	free      int // an agent's share of the unused part of limits.Together
	together  int // bytes that all agents keep, according to the last walks
	reviews   int
	suspended []*account // suspended agents; the first one will be reviewed next
	onCall    func(c *engine.Context, spent Spent)
}

// Roots yields the values that an agent holds directly. It yields each value with the beginning and the end of its
// path, such as "memory" and " of root/patrol".
type Roots func(a *engine.Agent, yield func(name, of string, v lua.Value))

// New returns a Quota without workers.
func New(l Limits, roots Roots) *Quota {
	if l.Steps < 0 {
		l.TickSteps = anything
	}
	q := &Quota{limits: l, roots: roots}
	q.setLimits()
	return q
}

// Limits returns the limits given to New.
func (q *Quota) Limits() Limits { return q.limits }

// Renew resets q and drops its meters, for a world that starts again.
func (q *Quota) Renew() { *q = *New(q.limits, q.roots) }

// Totals holds the amounts that hooks have used since New or the last Renew.
type Totals struct {
	Steps int64
	Bytes int64 // allocated bytes; 0 if bytes are not counted
	Calls int64 // calls of hooks, and evaluations of conditions in Lua
}

// Totals returns the amounts that hooks have used so far.
func (q *Quota) Totals() (t Totals) {
	for _, m := range q.meters {
		t.Steps += int64(m.used + q.limits.TickSteps - m.turn.steps)
		t.Bytes += m.allocated
		t.Calls += m.calls
	}
	return t
}

// Spent holds the amounts that a call has used, and those that it might have used, which are 0 if nothing is bounded. All depend on nothing but the script and
// what it reads, so they repeat in a replay.
type Spent struct {
	Steps, OfSteps int
	Bytes, OfBytes int // allocated bytes, also if nothing is bounded
}

// TraceCalls calls f after each call of a hook and each evaluation of a condition in Lua, with the amounts that it has
// used, until TraceCalls is called again. f is called on the goroutines of the workers, which then take longer
// for each call; without f a call takes as long as ever. If f is nil, nothing is called. TraceCalls must be called
// between ticks.
func (q *Quota) TraceCalls(f func(c *engine.Context, spent Spent)) {
	q.onCall = f
	for _, m := range q.meters {
		m.call.few = m.few()
	}
}

const (
	// In every reviewEvery-th tick, the next reviewedAtOnce of the suspended agents are walked.
	reviewEvery    = 64
	reviewedAtOnce = 4
)

// ReviewAgents suspends agents that were stopped and still keep too much. It resumes suspended agents that now keep
// less, for example because a behavior has failed and its memory was dropped. It must be called between two ticks.
func (q *Quota) ReviewAgents() {
	before := len(q.suspended)
	for _, m := range q.meters {
		for _, a := range m.stoppedThisTick {
			if m.walk(a); a.excess != nil {
				a.agent.Suspend(true)
				q.suspended = append(q.suspended, a)
			}
		}
		clear(m.stoppedThisTick)
		m.stoppedThisTick = m.stoppedThisTick[:0]
	}
	slices.SortFunc(q.suspended[before:], func(x, y *account) int { return cmp.Compare(x.agent.ID(), y.agent.ID()) })
	if q.reviews++; q.reviews%reviewEvery == 0 {
		q.purge()
		q.reviewSome()
	}
	q.setLimits()
}

// purge drops the accounts of agents that no longer exist.
func (q *Quota) purge() {
	for _, m := range q.meters {
		for a, acc := range m.accounts {
			if !a.Alive() {
				m.kept -= acc.kept
				delete(m.accounts, a)
			}
		}
		if m.turn.account != nil && !m.turn.account.agent.Alive() {
			m.turn.account = nil
		}
	}
	q.suspended = slices.DeleteFunc(q.suspended, func(a *account) bool { return !a.agent.Alive() })
	q.setLimits()
}

// reviewSome walks the next suspended agents, and resumes those that now keep less.
func (q *Quota) reviewSome() {
	for range min(reviewedAtOnce, len(q.suspended)) {
		a := q.suspended[0]
		q.suspended = q.suspended[1:]
		if a.meter.walk(a); a.excess == nil {
			a.agent.Suspend(false)
		} else {
			q.suspended = append(q.suspended, a)
		}
	}
	q.setLimits()
}

// setLimits computes the limits for the next tick.
func (q *Quota) setLimits() {
	n := 0
	q.together = 0
	for _, m := range q.meters {
		n += len(m.accounts)
		q.together += m.kept
		m.turn.unallocated = false
	}
	q.share = q.limits.Together / max(n, 1)
	q.free = max(q.limits.Together-q.together, 0) / max(n, 1)
	if q.limit = q.limits.Keep; q.share > 0 && q.together > q.limits.Together && (q.limit == 0 || q.limit > q.share) {
		q.limit = q.share
	}
}

// ResumeAll resumes all suspended agents, since saved files may have corrected their behaviors. Each of these
// agents may allocate as many bytes as an agent may keep until it is walked again.
func (q *Quota) ResumeAll() {
	for _, a := range q.suspended {
		a.excess, a.since = nil, -q.limit
		a.agent.Suspend(false)
	}
	q.suspended = nil
}
