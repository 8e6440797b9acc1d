//go:build luacore

package luabind

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// account counts what all hook calls of one agent in one tick take together. Each of two hundred
// nodes may stay below the budget of a call, and the tick of their agent still take a second.
//
// An agent that has used up its allowance is not cut off: each further hook call of that tick gets a
// little, so that exits run and behaviors which do next to nothing do not pay for those that
// do too much.
type account struct {
	room  int     // steps left to the agent
	given int     // to the hook call under way
	heavy []usage // calls of this turn, not all
}

// usage is a hook call that took much.
type usage struct {
	node  int32
	hook  engine.Hook
	steps int
}

const (
	// TickBudgets is how many times the budget of a hook call all hook calls of an agent in one tick may
	// take together, unless Options say otherwise.
	TickBudgets = 10
	// scarce is what a hook call gets when that is used up.
	scarce = 1000
	// scarcest is what it gets once the same again has been used.
	scarcest = 100
	// maxHeavy bounds the calls that are kept for the message.
	maxHeavy = 8
	// shownHeavy is how many of them the message names.
	shownHeavy = 3
	// callBytes is what one hook call, or one file while it is loaded, may allocate.
	callBytes = 96 << 20
)

// openAccount begins the turn of another agent.
func (s *State) openAccount(*engine.Context) {
	s.account.room, s.account.heavy = s.runtime.tickBudget, s.account.heavy[:0]
}

// open gives a hook call its steps.
func (s *State) open() {
	s.searched = false
	if s.runtime.budget < 0 {
		s.L.Steps, s.L.Bytes = lua.Unlimited, lua.Unlimited
		return
	}
	switch room := s.account.room; {
	case room < -s.runtime.tickBudget:
		s.account.given = min(s.runtime.budget, scarcest)
	case room >= s.runtime.budget:
		s.account.given = s.runtime.budget
	default:
		s.account.given = min(s.runtime.budget, max(room, scarce))
	}
	s.L.Steps, s.L.Bytes = int64(s.account.given), callBytes
}

// settle enters what a hook call took.
func (s *State) settle(c *engine.Context) {
	used := s.account.given - int(max(s.L.Steps, 0))
	s.account.room -= used
	if used > scarce {
		s.account.note(int32(c.Node()), c.Hook(), used)
	}
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

// overHook says that the hook under way was stopped by a meter.
func (s *State) overHook(cause error) (message, hint string) {
	a := &s.account
	switch {
	case cause == lua.ErrBytes:
		return overMemory()
	case a.given < s.runtime.budget:
		return fmt.Sprintf("still running after %d instructions, which is all that is left: the hooks of %s may take %d together in one tick, and most went to %s",
			a.given, s.ctx.Agent().Label(), s.runtime.tickBudget, a.blame(s.ctx)), hintSpread
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much work for one tick", s.runtime.budget), hintSpread
}

// overLoad says that the file level of a script was stopped by a meter.
func overLoad(cause error) (message, hint string) {
	if cause == lua.ErrBytes {
		return overMemory()
	}
	return fmt.Sprintf("still running after %d instructions while the file is loaded; a loop without end, or too much work", LoadBudget), ""
}

func overMemory() (message, hint string) {
	return fmt.Sprintf("takes memory without measure, more than %d MB in one call", callBytes>>20), "make fewer and smaller tables"
}
