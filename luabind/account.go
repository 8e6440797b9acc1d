//go:build !luacore

package luabind

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
)

// account counts what all hook calls of one agent in one tick take together. Each of
// two hundred nodes may stay below the budget of a call, and the tick of their agent
// still take a second.
//
// An agent that has used up its allowance is not cut off: each further hook call of
// that tick gets a little, so that exits run and behaviors which do next to nothing
// do not pay for those that do too much.
type account struct {
	tick  int64
	room  int     // instructions left to the agent, when given was given
	given int     // to the hook call under way, and those before it that took little
	late  *usage  // the call of this turn that has blown the time fuse; nil if none has
	heavy []usage // calls of this turn, not all
	// agent is whose turn it is, if what the turn takes is to be counted, which it is not
	// in an explanation; excess is
	// what keeps it from keeping more, if it keeps too much.
	agent  *engine.Agent
	excess *excess
	// used is what all calls have taken so far, but for those that took little.
	used int
}

// usage is a hook call that took much.
type usage struct {
	node  int32
	hook  engine.Hook
	steps int
}

const (
	// TickBudgets is how many times the budget of a hook call all hook calls of an
	// agent in one tick may take together, unless Options say otherwise.
	TickBudgets = 10
	// scarce is what a hook call gets when that is used up: enough for what hooks
	// usually do, a thousandth of a second for a hundred of them.
	scarce = 1000
	// scarcest is what it gets once the same again has been used: a tree that goes
	// round in a tick can make tens of thousands of calls.
	scarcest = 100
	// maxHeavy bounds the calls that are kept for the message.
	maxHeavy = 8
	// shownHeavy is how many of them the message names.
	shownHeavy = 3
)

// openAccount begins the turn of another agent. What a call may take must not depend on
// the agents before: it would depend on how many workers there are.
func (s *State) openAccount(c *engine.Context) {
	a := &s.account
	s.endTurn()
	a.room, a.heavy, a.late = s.runtime.tickBudget, a.heavy[:0], nil
	s.budget.time.reset()
	a.given = s.share()
	a.agent, a.excess = c.Agent(), nil
	if len(s.over)+len(s.full) > 0 {
		a.excess = s.over[a.agent]
		s.careful = true
	}
	if s.careful && c.Explaining() {
		a.agent = nil
	}
	if t := c.Tick(); t != a.tick {
		a.tick = t
		s.budget.fuse.reset()
		s.budget.fuse.surge.begin(s.budget.fuse.before)
		s.budget.fill(a.given)
		return
	}
	s.budget.fuse.relent()
	s.budget.top(a.given)
}

// settle makes sure, behind a call, that the next one has its instructions. Most hooks
// take so few that those of the one before are given to it: a call has its whole budget,
// and up to maxSpare instructions more.
func (s *State) settle(c *engine.Context) {
	if s.budget.total() < s.limit {
		s.refill(c)
	}
}

// maxSpare bounds the instructions that are given beyond a budget.
const maxSpare = 1024

// refill enters in the account what was taken since the last time, by the call that just
// ended for the most part, and gives the next call its instructions.
func (s *State) refill(c *engine.Context) {
	a := &s.account
	used := a.given - s.budget.total()
	a.used += used
	if a.room -= used; used > scarce {
		a.note(int32(c.Node()), c.Hook(), used)
	}
	if a.excess != nil && a.agent != nil {
		a.excess.observe(int32(c.Node()), c.Hook(), used)
	}
	if s.budget.time.blown && a.late == nil {
		a.late = &usage{int32(c.Node()), c.Hook(), used}
	}
	a.given = s.share()
	s.budget.excess, s.budget.caught = nil, false
	if s.budget.fuse.blown {
		s.budget.fuse.reset()
	}
	s.budget.time.reset() // a neighbor does not pay for who was slow
	s.budget.fill(a.given)
}

// whole returns what a hook call is given if there is enough.
func (s *State) whole() int { return s.limit + min(s.limit/64, maxSpare) }

// share returns what a hook call gets of the room that is left.
func (s *State) share() int {
	switch room, whole := s.account.room, s.whole(); {
	case s.account.late != nil, room < -s.runtime.tickBudget:
		return min(s.limit, scarcest)
	case room >= whole:
		return whole
	default:
		return min(s.limit, max(room, scarce))
	}
}

// endTurn adds what a turn has taken to what its agent has taken since the last time.
func (s *State) endTurn() {
	a := &s.account
	if a.agent == nil {
		return
	}
	n := s.runtime.tickBudget - a.room + a.given - s.budget.total()
	tally := a.agent.Tally()
	if n += int(*tally); n >= dueSteps {
		if s.runtime.kept.tick > 0 { // else nobody takes them out again
			s.spent = append(s.spent, spent{a.agent, n})
		}
		n = 0
	}
	*tally, a.agent = uint16(n), nil
}

// note keeps a call among those that took most.
func (a *account) note(node int32, hook engine.Hook, steps int) {
	for i := range a.heavy {
		if u := &a.heavy[i]; u.node == node && u.hook == hook {
			u.steps += steps
			return
		}
	}
	if len(a.heavy) < maxHeavy {
		a.heavy = append(a.heavy, usage{node, hook, steps})
		return
	}
	least := 0
	for i := range a.heavy {
		if a.heavy[i].steps < a.heavy[least].steps {
			least = i
		}
	}
	if steps > a.heavy[least].steps {
		a.heavy[least] = usage{node, hook, steps}
	}
}

// blame names the hook calls of c's agent that took most in this tick.
func (a *account) blame(c *engine.Context) string {
	list := slices.Clone(a.heavy)
	slices.SortStableFunc(list, func(x, y usage) int { return cmp.Compare(y.steps, x.steps) })
	var words []string
	for _, u := range list[:min(len(list), shownHeavy)] {
		words = append(words, fmt.Sprintf("%s of %s (%d)", u.hook, c.Program().Path(int(u.node)), u.steps))
	}
	return strings.Join(words, ", ")
}

const hintSpread = "use run with bt.yield() to spread it over ticks"

// overHook says that the hook under way was stopped.
func (s *State) overHook() (message, hint string) {
	switch a := &s.account; {
	case s.budget.Err() == nil:
		return "", ""
	case s.budget.excess != nil && (s.budget.caught || a.given == 0):
		return s.budget.excess.explain(s.budget.caught)
	case s.budget.fuse.blown:
		return overMemory()
	case s.budget.time.blown:
		return overTime()
	case a.late != nil:
		return fmt.Sprintf("still running after %d instructions, which is all that is left in this tick, as %s of %s has taken too long",
			a.given, a.late.hook, s.ctx.Program().Path(int(a.late.node))), hintTime
	case a.given < s.limit-1:
		return fmt.Sprintf("still running after %d instructions, which is all that is left: the hooks of %s may take %d together in one tick, and most went to %s",
			a.given, s.ctx.Agent().Label(), s.runtime.tickBudget, a.blame(s.ctx)), hintSpread
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much work for one tick", s.limit), hintSpread
}

// overLoad says that the file level of a script was stopped.
func (s *State) overLoad() (message, hint string) {
	switch {
	case s.budget.Err() == nil:
		return "", ""
	case s.budget.fuse.blown:
		return overMemory()
	case s.budget.time.blown:
		return overTime()
	}
	return fmt.Sprintf("still running after %d instructions while the file is loaded; a loop without end, or too much work", LoadBudget), ""
}

// overMemory says the same of all bounds: which of them is met first depends on when garbage
// is collected, and on what others do.
func overMemory() (message, hint string) {
	return fmt.Sprintf("takes memory without measure, alone or with others more than %d MB so far", hoardBytes>>20), "make fewer and smaller tables; a list fills up from 1 on"
}

// hintTime is what to do about instructions that take too long.
const hintTime = "keep numbers as numbers, compare long texts once, and make few large tables"

func overTime() (message, hint string) {
	return "takes too long: a few instructions take a millisecond, again and again, as calculating with very long texts does, or comparing them", hintTime
}
