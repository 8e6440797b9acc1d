package quota

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Meter is what a worker counts with. What the State has left is full between two calls, so that one that takes
// few steps and no bytes costs a subtraction.
type Meter struct {
	quota    *Quota
	lua      *lua.State
	accounts map[*engine.Agent]*account // of agents that have allocated something
	kept     int                        // the sum of what they keep
	struck   []*account                 // stopped in this tick
	walker   lua.Walker
	used     int // steps in the turns before

	turn turn
	call call

	_ [112]byte // a multiple of 128 bytes in all, which workers do not share
}

// turn is an agent's turn in a tick, which is under way.
type turn struct {
	c       *engine.Context
	account *account // of the agent; nil as long as it has allocated nothing
	free    bool     // what is allocated is not entered: somebody only looks, or nothing is bounded
	usual   bool     // all below are those of an agent that has allocated nothing, but for its steps
	steps   int      // left to the agent in this tick
	bytes   int      // likewise
	handed  int      // likewise, see Hand
	room    int      // bytes that may be allocated before the agent is walked
	heavy   []Use    // calls that took many steps, not all
}

// call is a hook call or an evaluation, which is under way.
type call struct {
	given   int  // steps
	allowed int  // bytes
	filled  int  // bytes as of which lua.State.Bytes count down
	before  int  // bytes that were taken before those
	entered int  // bytes that are in the account already
	walked  bool // the agent was walked in it, or the bytes did not last
	excess  *Excess
}

// Use is what the calls of a hook of a node took, in steps or bytes.
type Use struct {
	Node int32
	Hook engine.Hook
	Took int
}

const (
	// scarceSteps and scarceBytes are what a hook call gets when what its agent may take in a tick is used up,
	// and scarcestSteps and scarcestBytes once the same again has been used.
	scarceSteps, scarcestSteps = 1000, 100
	scarceBytes, scarcestBytes = 64 << 10, 8 << 10
	// maxHeavy bounds the uses that are kept for a message, and shownHeavy those that it names.
	maxHeavy, shownHeavy = 8, 3
)

// Meter returns a meter for another worker, which runs hooks in s.
func (q *Quota) Meter(s *lua.State) *Meter {
	m := &Meter{quota: q, lua: s, accounts: map[*engine.Agent]*account{}, turn: turn{steps: q.limits.TickSteps}}
	q.meters = append(q.meters, m)
	s.Short = m.short
	return m
}

// Begin begins the turn of another agent, or another tick.
func (m *Meter) Begin(c *engine.Context) {
	m.used += m.quota.limits.TickSteps - m.turn.steps
	m.turn.c, m.turn.steps = c, m.quota.limits.TickSteps
	if !m.turn.usual || c.Explaining() || *c.Agent().Tally() != 0 {
		m.begin(c)
	}
}

// begin is Begin of an agent, or behind one, that has allocated.
func (m *Meter) begin(c *engine.Context) {
	q, a := m.quota, c.Agent()
	m.turn.usual = !c.Explaining() && *a.Tally() == 0
	m.turn.account, m.turn.free = nil, c.Explaining() || q.limits.Steps < 0 || q.limit == 0 && q.share == 0
	m.turn.bytes, m.turn.handed, m.turn.heavy = TickBytes, HandedBytes, m.turn.heavy[:0]
	if *a.Tally() != 0 {
		m.turn.account = m.accounts[a]
	}
	m.turn.room = m.untilWalk()
	m.fill()
}

// fill gives the next call what it may take.
func (m *Meter) fill() {
	l := &m.quota.limits
	switch {
	case l.Steps < 0:
		m.call.given, m.call.allowed = anything/2, anything
	case m.turn.steps >= l.Steps && m.turn.bytes >= CallBytes:
		m.call.given, m.call.allowed = l.Steps, CallBytes
	default:
		m.call.given = share(m.turn.steps, l.Steps, l.TickSteps, scarceSteps, scarcestSteps)
		m.call.allowed = share(m.turn.bytes, CallBytes, TickBytes, scarceBytes, scarcestBytes)
	}
	m.call.filled = min(m.call.allowed, m.turn.room)
	m.lua.Steps, m.lua.Bytes = int64(m.call.given), int64(m.call.filled)
}

// share returns what a call gets of the room that is left of all.
func share(room, whole, all, scarce, scarcest int) int {
	switch {
	case room >= whole:
		return whole
	case room < -all:
		return min(whole, scarcest)
	default:
		return min(whole, max(room, scarce))
	}
}

// Settle enters what a hook call, or an evaluation, took, and gives the next one what it may take.
func (m *Meter) Settle() {
	steps := m.call.given - int(m.lua.Steps)
	m.turn.steps -= steps
	if steps > scarceSteps || m.turn.steps < m.call.given || m.lua.Bytes != int64(m.call.filled) || m.call.walked {
		m.settle(steps)
		return
	}
	m.lua.Steps = int64(m.call.given)
}

// settle is the rest of Settle of what has allocated, has taken many steps, or leaves few.
func (m *Meter) settle(steps int) {
	m.turn.usual = false
	if m.quota.limits.Steps >= 0 {
		if m.lua.Steps < 0 { // the step that it was stopped at
			m.turn.steps += steps - m.call.given
			steps = m.call.given
		}
		if steps > scarceSteps {
			m.turn.heavy = noted(m.turn.heavy, m.use(steps))
		}
		if m.call.before > 0 || m.lua.Bytes != int64(m.call.filled) {
			bytes := m.call.before + m.call.filled - int(max(m.lua.Bytes, 0))
			m.turn.bytes -= bytes
			m.enter(bytes - m.call.entered)
			m.turn.room = m.untilWalk()
		}
	}
	m.call.before, m.call.entered, m.call.excess, m.call.walked = 0, 0, nil, false
	m.fill()
}

func (m *Meter) use(n int) Use { return Use{int32(m.turn.c.Node()), m.turn.c.Hook(), n} }

// anything is for what is not bounded.
const anything = math.MaxInt

// maxShort bounds what a single allocation is taken for, since it may be any number. It is more than is
// allowed.
const maxShort = math.MaxInt32

// short is called when the bytes that were filled in are used up. As much as the state lacks is
// about to be allocated.
func (m *Meter) short() {
	m.call.walked = true
	used := m.call.before + m.call.filled + int(min(-m.lua.Bytes, maxShort))
	if used > m.call.allowed || m.quota.limits.Steps < 0 {
		return
	}
	m.enter(used - m.call.entered)
	m.call.entered = used
	if m.call.excess = m.turn.account.excess; m.call.excess != nil {
		return
	}
	if m.walk(m.turn.account); m.turn.account.excess != nil {
		m.call.excess = m.turn.account.excess
		m.struck = append(m.struck, m.turn.account)
		return
	}
	m.call.before, m.call.filled = used, min(m.call.allowed-used, m.untilWalk())
	m.lua.Bytes = int64(m.call.filled)
}

// Hand takes n bytes that the agent hands on, and reports whether it may.
func (m *Meter) Hand(n int) bool {
	m.turn.handed -= n
	m.turn.usual = false
	return m.turn.handed >= 0 || m.quota.limits.Steps < 0
}

// Over says why a hook call was stopped by a meter.
type Over struct {
	// Excess is set if the agent keeps too much.
	Excess *Excess
	// Given is how many steps or bytes the call had. It is Scarce if that was less than usual, since the agent
	// has used up what it may take in a tick.
	Given  int
	Scarce bool
	// Heaviest are the calls of this tick that took most steps.
	Heaviest []Use
}

// Over returns why the call was stopped that is not settled yet. cause is lua.ErrSteps or
// lua.ErrBytes.
func (m *Meter) Over(cause error) Over {
	if cause == lua.ErrBytes {
		o := Over{Excess: m.call.excess, Given: m.call.allowed, Scarce: m.call.allowed < CallBytes}
		if a := m.turn.account; o.Excess == nil && o.Scarce && a != nil {
			o.Excess = a.excess
		}
		return o
	}
	return Over{Given: m.call.given, Scarce: m.call.given < m.quota.limits.Steps, Heaviest: heaviest(m.turn.heavy, shownHeavy)}
}

// noted adds a use to those that took most.
func noted(list []Use, u Use) []Use {
	for i := range list {
		if x := &list[i]; x.Node == u.Node && x.Hook == u.Hook {
			x.Took += u.Took
			return list
		}
	}
	if len(list) < maxHeavy {
		return append(list, u)
	}
	least := 0
	for i := range list {
		if list[i].Took < list[least].Took {
			least = i
		}
	}
	if u.Took > list[least].Took {
		list[least] = u
	}
	return list
}

// heaviest returns the n uses that took most.
func heaviest(list []Use, n int) []Use {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y Use) int { return cmp.Compare(y.Took, x.Took) })
	return list[:min(n, len(list))]
}
