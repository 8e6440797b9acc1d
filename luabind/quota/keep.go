package quota

import "github.com/bough-dev/bough/engine"

// account is what is known of an agent that has allocated something.
type account struct {
	agent  *engine.Agent
	meter  *Meter
	kept   int     // as of the last walk
	since  int     // bytes that were allocated since; below 0 if files were saved, see Relent
	heavy  []Use   // hook calls that allocated since, not all
	excess *Excess // nil unless it was stopped
}

// leastWalk is how much an agent allocates at least between two walks.
const leastWalk = 16 << 10

// untilWalk returns how many bytes the agent of the turn may allocate before it is walked.
func (m *Meter) untilWalk() int {
	switch a := m.turn.account; {
	case m.turn.free:
		return anything
	case a == nil:
		return m.quota.room(0)
	case a.excess != nil: // the rest of its tick, and its exits
		return scarceBytes
	default:
		return max(m.quota.room(a.kept)-a.since, 0)
	}
}

// room returns how many bytes an agent that keeps so much may allocate before it is walked.
func (q *Quota) room(kept int) int {
	n := anything
	if q.share > 0 {
		n = q.free
	}
	if q.limit > 0 {
		n = min(n, q.limit-kept)
	}
	return max(n, kept/4, leastWalk)
}

// enter adds bytes that the call under way has allocated to the account of its agent.
func (m *Meter) enter(bytes int) {
	if bytes <= 0 || m.turn.free {
		return
	}
	a := m.turn.account
	if a == nil {
		agent := m.turn.c.Agent()
		a = &account{agent: agent, meter: m}
		*agent.Tally() = 1
		m.accounts[agent], m.turn.account = a, a
	}
	a.since += bytes
	a.heavy = noted(a.heavy, m.use(bytes))
}

// walk finds out what an agent keeps, and whether that is too much.
func (m *Meter) walk(a *account) {
	h := m.hold(a.agent)
	m.kept += h.bytes - a.kept
	a.kept = h.bytes
	a.excess = nil
	if limit := m.quota.limit; limit > 0 && a.kept > limit {
		a.excess = h.excess(limit, a)
		if limit < m.quota.limits.Keep || m.quota.limits.Keep == 0 {
			a.excess.Together = m.quota.together
		}
	}
	a.since = 0
	clear(a.heavy)
	a.heavy = a.heavy[:0]
	m.walker.Reset()
}

// Excess is why an agent was stopped.
type Excess struct {
	// Bytes is what it keeps, Limit what it may keep.
	Bytes, Limit int
	// Together is what all agents keep, if that is too much and therefore Limit is less than usual; else 0.
	Together int
	// Where are the fields and the like under which it keeps most, with all that is in them, the largest first.
	Where []Holding
	// Largest is the table that takes most by itself.
	Largest Holding
	// Heaviest is the hook that has allocated most since the agent was walked before.
	Heaviest Use
}
