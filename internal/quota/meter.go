package quota

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Meter counts the steps and bytes of one worker. Between two calls, the State already has the full amounts for the
// next call. So ending a call that takes few steps and no bytes costs only one subtraction.
type Meter struct {
	quota            *Quota
	lua              *lua.State
	accounts         map[*engine.Agent]*account // accounts of the agents that have allocated
	kept             int                        // sum of the bytes that these agents keep
	stoppedThisTick  []*account                 // accounts of the agents stopped in this tick
	walker           lua.Walker
	used             int   // steps used in the previous turns
	allocated, calls int64 // see Totals

	turn turn
	call call

	_ [96]byte // pads the size to a multiple of 128 bytes, so that workers share no cache lines
}

// turn is the current turn: one agent in one tick.
type turn struct {
	c           *engine.Context
	account     *account // account of the agent; nil until it has allocated
	free        bool     // allocations are not charged, since the call only explains or nothing is bounded
	unallocated bool     // all fields below except steps have the values for an agent that has allocated nothing
	steps       int      // steps that the agent may still take in this tick
	bytes       int      // bytes that the agent may still allocate in this tick
	handed      int      // bytes that the agent may still pass on in this tick; see Hand
	room        int      // bytes that the agent may allocate until the next walk
	heavy       []Use    // some calls that took many steps
}

// call is the current hook call, or the current evaluation of a condition.
type call struct {
	given   int // steps that the call may take
	allowed int // bytes that the call may allocate
	filled  int // value that the last fill has given lua.State.Bytes
	before  int // bytes that the call had allocated before that fill
	entered int // bytes that are already charged to the account
	few     int // largest number of steps with which EndCall is quick: that of Meter.few, or -1 after a call of short
	excess  *Excess
}

// Use is the number of steps or bytes that calls of one hook of one node have taken.
type Use struct {
	Node int32
	Hook engine.Hook
	Took int
}

const (
	// scarceSteps and scarceBytes are the amounts for a hook call of an agent that has used up its amounts for the
	// tick. scarcestSteps and scarcestBytes are those of an agent that has used up the same amounts once more.
	scarceSteps, scarcestSteps = 1000, 100
	scarceBytes, scarcestBytes = 64 << 10, 8 << 10
	// maxHeavy is the largest number of uses that are kept for messages. shownHeavy is the largest number of uses
	// that a message names.
	maxHeavy, shownHeavy = 8, 3
)

// Meter returns a meter for another worker. The worker runs hooks in s.
func (q *Quota) Meter(s *lua.State) *Meter {
	m := &Meter{quota: q, lua: s, accounts: map[*engine.Agent]*account{}, turn: turn{steps: q.limits.TickSteps}}
	q.meters = append(q.meters, m)
	s.Short = m.short
	return m
}

// Begin begins a turn of another agent, or a turn in another tick.
func (m *Meter) Begin(c *engine.Context) {
	m.used += m.quota.limits.TickSteps - m.turn.steps
	m.turn.c, m.turn.steps = c, m.quota.limits.TickSteps
	if !m.turn.unallocated || c.Explaining() || *c.Agent().Tally() != 0 {
		m.begin(c)
	}
}

// begin does the part of Begin that is needed only if this agent or the previous one has allocated.
func (m *Meter) begin(c *engine.Context) {
	q, a := m.quota, c.Agent()
	m.turn.unallocated = !c.Explaining() && *a.Tally() == 0
	m.turn.account, m.turn.free = nil, c.Explaining() || q.limits.Steps < 0 || q.limit == 0 && q.share == 0
	m.turn.bytes, m.turn.handed, m.turn.heavy = TickBytes, HandedBytes, m.turn.heavy[:0]
	if *a.Tally() != 0 {
		m.turn.account = m.accounts[a]
	}
	m.turn.room = m.untilWalk()
	m.fill()
}

// fill sets the amounts for the next call.
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
	m.call.filled, m.call.few = min(m.call.allowed, m.turn.room), m.few()
	m.lua.Steps, m.lua.Bytes = int64(m.call.given), int64(m.call.filled)
}

// few returns the largest number of steps with which EndCall is quick.
func (m *Meter) few() int {
	if m.quota.onCall != nil {
		return -1
	}
	return scarceSteps
}

// share returns the amount for a call. room is the amount that is left for the tick, and may be negative. whole is
// the full amount for a call, and all is the full amount for a tick.
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

// EndCall subtracts the amounts that a hook call or an evaluation has used, and sets the amounts for the next one.
func (m *Meter) EndCall() {
	m.calls++
	steps := m.call.given - int(m.lua.Steps)
	m.turn.steps -= steps
	if steps > m.call.few || m.turn.steps < m.call.given || m.lua.Bytes != int64(m.call.filled) {
		m.endCall(steps)
	} else {
		m.lua.Steps = int64(m.call.given)
	}
}

// endCall does the part of EndCall that is needed only if the call has allocated, has taken many steps, or has left
// few steps for the tick.
func (m *Meter) endCall(steps int) {
	m.turn.unallocated = false
	if m.quota.limits.Steps >= 0 {
		if m.lua.Steps < 0 { // the call was stopped at this step
			m.turn.steps += steps - m.call.given
			steps = m.call.given
		}
		if steps > scarceSteps {
			m.turn.heavy = noted(m.turn.heavy, m.use(steps))
		}
		if m.call.before > 0 || m.lua.Bytes != int64(m.call.filled) {
			bytes := m.call.before + m.call.filled - int(max(m.lua.Bytes, 0))
			m.turn.bytes -= bytes
			m.charge(bytes - m.call.entered)
			m.turn.room = m.untilWalk()
		}
	}
	if f := m.quota.onCall; f != nil {
		bytes := m.call.before + m.call.filled - int(max(m.lua.Bytes, 0))
		spent := Spent{Steps: steps, Bytes: bytes}
		if m.quota.limits.Steps >= 0 {
			spent.OfSteps, spent.OfBytes = m.call.given, m.call.allowed
		}
		f(m.turn.c, spent)
	}
	m.call.before, m.call.entered, m.call.excess = 0, 0, nil
	m.fill()
}

func (m *Meter) use(n int) Use { return Use{int32(m.turn.c.Node()), m.turn.c.Hook(), n} }

// anything is an amount without a bound.
const anything = math.MaxInt

// maxShort bounds the size of a single allocation, which may be any number, so that sums do not overflow. It
// exceeds every limit.
const maxShort = math.MaxInt32

// short is called when an allocation exceeds the bytes of the last fill. The State then lacks as many bytes as
// lua.State.Bytes is below 0.
func (m *Meter) short() {
	m.call.few = -1
	used := m.call.before + m.call.filled + int(min(-m.lua.Bytes, maxShort))
	if used > m.call.allowed || m.quota.limits.Steps < 0 {
		return
	}
	m.charge(used - m.call.entered)
	m.call.entered = used
	if m.call.excess = m.turn.account.excess; m.call.excess != nil {
		return
	}
	if m.walk(m.turn.account); m.turn.account.excess != nil {
		m.call.excess = m.turn.account.excess
		m.stoppedThisTick = append(m.stoppedThisTick, m.turn.account)
		return
	}
	m.call.before, m.call.filled = used, min(m.call.allowed-used, m.untilWalk())
	m.lua.Bytes = int64(m.call.filled)
}

// Used returns the number of bytes that the current call has allocated.
func (m *Meter) Used() int64 { return int64(m.call.before+m.call.filled) - m.lua.Bytes }

// Hand subtracts n bytes from those that the agent may pass on in stimuli, requests and entries of boards in this tick.
// It reports whether the agent may pass them on. Without limits, it always may.
func (m *Meter) Hand(n int) bool {
	m.turn.handed -= n
	m.turn.unallocated = false
	return m.turn.handed >= 0 || m.quota.limits.Steps < 0
}

// Over describes why a meter stopped a hook call.
type Over struct {
	// Excess is set if the call was stopped because the agent keeps too much.
	Excess *Excess
	// Given is the number of steps or bytes that the call had. Scarce is set if this was less than usual because
	// the agent had used up its amounts for the tick.
	Given  int
	Scarce bool
	// Heaviest lists the calls that took the most steps in this tick.
	Heaviest []Use
}

// Over returns the reason why the current call was stopped. It must be called before EndCall. cause is lua.ErrSteps
// or lua.ErrBytes.
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

// noted adds a use to a list of the largest uses.
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

// heaviest returns the n largest uses.
func heaviest(list []Use, n int) []Use {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y Use) int { return cmp.Compare(y.Took, x.Took) })
	return list[:min(n, len(list))]
}
