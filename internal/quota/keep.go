package quota

import "github.com/bough-dev/bough/engine"

// account records the allocations of an agent.
type account struct {
	agent  *engine.Agent
	meter  *Meter
	kept   int     // bytes that the last walk has found
	since  int     // bytes allocated since that walk; negative after files were saved; see ResumeAll
	heavy  []Use   // some hook calls that have allocated since that walk
	excess *Excess // nil unless the agent has been stopped
}

// leastWalk is the least number of bytes that an agent allocates between two walks.
const leastWalk = 16 << 10

// untilWalk returns the number of bytes that the agent of the turn may allocate until the next walk.
func (m *Meter) untilWalk() int {
	switch a := m.turn.account; {
	case m.turn.free:
		return anything
	case a == nil:
		return m.quota.room(0)
	case a.excess != nil: // in the rest of the tick in which the agent was stopped, and in its exits
		return scarceBytes
	default:
		return max(m.quota.room(a.kept)-a.since, 0)
	}
}

// room returns the number of bytes that an agent may allocate until the next walk. kept is the number of bytes that
// the agent keeps.
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

// charge charges bytes that the current call has allocated. They are charged to the account of the agent whose turn
// it is.
func (m *Meter) charge(bytes int) {
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
	m.allocated += int64(bytes)
	a.heavy = noted(a.heavy, m.use(bytes))
}

// walk counts the bytes that an agent keeps. It sets the excess of the agent if there are too many.
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

// Excess describes why an agent was stopped.
type Excess struct {
	// Bytes is the number of bytes that the agent keeps. Limit is the number that it may keep.
	Bytes, Limit int
	// Together is the number of bytes that all agents keep, if that exceeds their bound and therefore lowers Limit.
	// Otherwise it is 0.
	Together int
	// Where lists the places that hold the most bytes, such as fields. The size of a place includes everything in
	// it. The largest place comes first.
	Where []Holding
	// Largest is the largest table. Its size does not include nested tables.
	Largest Holding
	// Heaviest is the hook that has allocated the most bytes since the previous walk.
	Heaviest Use
}
