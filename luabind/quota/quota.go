package quota

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Limits are bounds that a game sets.
type Limits struct {
	// Steps is what a hook call may take; below 0 nothing is bounded. TickSteps is for all hook calls of
	// an agent in one tick.
	Steps, TickSteps int
	// Keep is how many bytes an agent may keep, Together all agents; 0 is for any.
	Keep, Together int
}

// Bytes that may be allocated, whether they are garbage soon or not. A hook of 100,000 steps that makes
// nothing but tables takes some 7 MB.
const (
	// CallBytes is for a hook call.
	CallBytes = 16 << 20
	// TickBytes is for all hook calls of an agent in one tick.
	TickBytes = 4 * CallBytes
	// LoadBytes is for a file while it is loaded.
	LoadBytes = 96 << 20
	// HandedBytes is how much an agent may post, request and write to boards in one tick, since that
	// waits for the end of the tick with nobody to account for it. It is by engine.Value.Weight.
	HandedBytes = 4 << 20
)

// Quota bounds the agents of a world. It belongs to the goroutine that ticks the world; each Meter
// to that of its worker.
type Quota struct {
	limits Limits
	roots  Roots
	meters []*Meter
	// What holds in this tick.
	limit    int // what an agent may keep; 0 for any
	share    int // of limits.Together; 0 for any
	free     int // of what is left of limits.Together, a share
	together int // what all keep, as far as they have been walked
	reviews  int
	held     []*account // stopped, the one to be reviewed next first
}

// Roots yields all by which an agent keeps values, each with what a path to it begins and ends with: "memory",
// " of root/patrol".
type Roots func(a *engine.Agent, yield func(name, of string, v lua.Value))

// New returns a Quota without workers.
func New(l Limits, roots Roots) *Quota {
	if l.Steps < 0 {
		l.TickSteps = anything
	}
	q := &Quota{limits: l, roots: roots}
	q.assess()
	return q
}

// Limits returns what New was given.
func (q *Quota) Limits() Limits { return q.limits }

// Renew forgets the workers, since the world begins anew.
func (q *Quota) Renew() { *q = *New(q.limits, q.roots) }

// Used returns how many steps hooks have taken.
func (q *Quota) Used() int {
	n := 0
	for _, m := range q.meters {
		n += m.used + q.limits.TickSteps - m.turn.steps
	}
	return n
}

const (
	// reviewEvery is after how many ticks agents are walked that were stopped, and reviewed how many of
	// them, in turn.
	reviewEvery = 64
	reviewed    = 4
)

// Review is called between two ticks. It takes agents that were stopped out of the ticks, and lets those go on that
// keep less by now: the memory of a node is gone when its behavior has failed.
func (q *Quota) Review() {
	held := len(q.held)
	for _, m := range q.meters {
		for _, a := range m.struck {
			if m.walk(a); a.excess != nil {
				a.agent.Suspend(true)
				q.held = append(q.held, a)
			}
		}
		clear(m.struck)
		m.struck = m.struck[:0]
	}
	slices.SortFunc(q.held[held:], func(x, y *account) int { return cmp.Compare(x.agent.ID(), y.agent.ID()) })
	if q.reviews++; q.reviews%reviewEvery == 0 {
		q.purge()
		q.recount()
	}
	q.assess()
}

// purge forgets agents that are gone.
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
	q.held = slices.DeleteFunc(q.held, func(a *account) bool { return !a.agent.Alive() })
	q.assess()
}

// recount walks some of the agents that were stopped.
func (q *Quota) recount() {
	for range min(reviewed, len(q.held)) {
		a := q.held[0]
		q.held = q.held[1:]
		if a.meter.walk(a); a.excess == nil {
			a.agent.Suspend(false)
		} else {
			q.held = append(q.held, a)
		}
	}
	q.assess()
}

// assess finds out what an agent may keep.
func (q *Quota) assess() {
	n := 0
	q.together = 0
	for _, m := range q.meters {
		n += len(m.accounts)
		q.together += m.kept
		m.turn.usual = false
	}
	q.share = q.limits.Together / max(n, 1)
	q.free = max(q.limits.Together-q.together, 0) / max(n, 1)
	if q.limit = q.limits.Keep; q.share > 0 && q.together > q.limits.Together && (q.limit == 0 || q.limit > q.share) {
		q.limit = q.share
	}
}

// Relent lets all agents go on that were stopped, since files were saved that may put it right. They may
// allocate as much as an agent may keep before they are walked again.
func (q *Quota) Relent() {
	for _, a := range q.held {
		a.excess, a.since = nil, -q.limit
		a.agent.Suspend(false)
	}
	q.held = nil
}
