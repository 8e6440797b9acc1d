package quota

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/wire"
)

// Accounts is the state of a Quota between two ticks, after Review.
type Accounts struct {
	reviews int64
	list    []savedAccount
	held    []int64 // IDs of the suspended agents, the next one to be reviewed first
}

// savedAccount is the account of an agent.
type savedAccount struct{ agent, kept, since int64 }

// Accounts returns the state of q.
func (q *Quota) Accounts() *Accounts {
	s := &Accounts{reviews: int64(q.reviews)}
	for _, m := range q.meters {
		for a, acc := range m.accounts {
			if a.Alive() {
				s.list = append(s.list, savedAccount{int64(a.ID()), int64(acc.kept), int64(acc.since)})
			}
		}
	}
	slices.SortFunc(s.list, func(x, y savedAccount) int { return cmp.Compare(x.agent, y.agent) })
	for _, a := range q.held {
		if a.agent.Alive() {
			s.held = append(s.held, int64(a.agent.ID()))
		}
	}
	return s
}

// Code writes or reads s.
func (s *Accounts) Code(c *wire.Coder) {
	c.Int(&s.reviews, 0, math.MaxInt64)
	if n := c.Count(len(s.list)); c.Reading() {
		s.list = make([]savedAccount, n)
	}
	for i := range s.list {
		a := &s.list[i]
		c.Int(&a.agent, 1, math.MaxInt64)
		c.Int(&a.kept, 0, math.MaxInt64)
		since := uint64(a.since) // it may be negative
		c.Word(&since)
		a.since = int64(since)
	}
	if n := c.Count(len(s.held)); c.Reading() {
		s.held = make([]int64, n)
	}
	for i := range s.held {
		c.Int(&s.held[i], 1, math.MaxInt64)
	}
}

// Restore puts q into the state s, for a world whose agents have been restored. find returns the agent of an ID, or nil.
func (q *Quota) Restore(s *Accounts, find func(id engine.AgentID) *engine.Agent) {
	for _, m := range q.meters {
		clear(m.accounts)
		m.kept, m.struck, m.turn.account, m.turn.usual = 0, nil, nil, false
	}
	accounts := map[int64]*account{}
	for _, saved := range s.list {
		a := find(engine.AgentID(saved.agent))
		if a == nil {
			continue
		}
		m := q.meters[a.Worker()]
		acc := &account{agent: a, meter: m, kept: int(saved.kept), since: int(saved.since)}
		*a.Tally() = 1
		m.accounts[a], accounts[saved.agent] = acc, acc
		m.kept += acc.kept
	}
	q.reviews, q.held = int(s.reviews), nil
	q.assess()
	for _, id := range s.held {
		if a := accounts[id]; a != nil {
			since := a.since
			a.meter.walk(a) // describes the excess
			if a.since = since; a.excess == nil {
				a.agent.Suspend(false)
				continue
			}
			q.held = append(q.held, a)
		}
	}
}
