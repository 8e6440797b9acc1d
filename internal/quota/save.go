package quota

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/wire"
)

// saved is the state of a Quota between two ticks, after ReviewAgents.
type saved struct {
	reviews   int64
	accounts  []savedAccount
	suspended []int64 // IDs of the suspended agents, in the order in which they are reviewed
}

// savedAccount is the saved account of an agent.
type savedAccount struct{ agent, kept, since int64 }

// Snapshot returns the state of q, from which Restorer can restore it.
func (q *Quota) Snapshot() []byte {
	s := saved{reviews: int64(q.reviews)}
	for _, m := range q.meters {
		for a, acc := range m.accounts {
			if a.Alive() {
				s.accounts = append(s.accounts, savedAccount{int64(a.ID()), int64(acc.kept), int64(acc.since)})
			}
		}
	}
	slices.SortFunc(s.accounts, func(x, y savedAccount) int { return cmp.Compare(x.agent, y.agent) })
	for _, a := range q.suspended {
		if a.agent.Alive() {
			s.suspended = append(s.suspended, int64(a.agent.ID()))
		}
	}
	c := wire.NewWriter(nil)
	s.code(c)
	return c.Data()
}

// Restorer returns a function that restores q from a snapshot. The function must be called after the agents of the
// world have been restored. Its parameter find returns the agent with an ID, or nil.
func (q *Quota) Restorer(data []byte) (restore func(find func(id engine.AgentID) *engine.Agent), err error) {
	var s saved
	c := wire.NewReader(data)
	if s.code(c); c.End() != nil {
		return nil, c.End()
	}
	return func(find func(id engine.AgentID) *engine.Agent) { q.restore(&s, find) }, nil
}

// code encodes or decodes s.
func (s *saved) code(c *wire.Coder) {
	c.Int(&s.reviews, 0, math.MaxInt64/2)
	if n := c.Count(len(s.accounts)); c.Reading() {
		s.accounts = make([]savedAccount, n)
	}
	for i := range s.accounts {
		a := &s.accounts[i]
		c.Int(&a.agent, 1, math.MaxInt64)
		c.Int(&a.kept, 0, math.MaxInt64/2)
		c.Signed(&a.since, math.MaxInt64/2)
	}
	if n := c.Count(len(s.suspended)); c.Reading() {
		s.suspended = make([]int64, n)
	}
	for i := range s.suspended {
		c.Int(&s.suspended[i], 1, math.MaxInt64)
	}
}

func (q *Quota) restore(s *saved, find func(id engine.AgentID) *engine.Agent) {
	for _, m := range q.meters {
		clear(m.accounts)
		m.kept, m.stoppedThisTick, m.turn.account, m.turn.unallocated = 0, nil, nil, false
	}
	accounts := map[int64]*account{}
	for _, x := range s.accounts {
		a := find(engine.AgentID(x.agent))
		if a == nil || accounts[x.agent] != nil {
			continue
		}
		m := q.meters[a.Worker()]
		acc := &account{agent: a, meter: m, kept: int(x.kept), since: int(x.since)}
		*a.Tally() = 1
		m.accounts[a], accounts[x.agent] = acc, acc
		m.kept += acc.kept
	}
	q.reviews, q.suspended = int(s.reviews), nil
	q.setLimits()
	for _, id := range s.suspended {
		if a := accounts[id]; a != nil {
			a.excess = a.meter.hold(a.agent).excess(q.limit, a)
			a.meter.walker.Reset()
			q.suspended = append(q.suspended, a)
		}
	}
}
