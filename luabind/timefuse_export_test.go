//go:build !luacore

package luabind

import (
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// FakeClock gives all states of a runtime a clock that goes on by itself never. Scripts get
// a function busy(us) that stands for instructions which take so long. It must be called
// before files are loaded; the runtime must have one worker.
func FakeClock(r *Runtime) *time.Duration {
	now := new(time.Duration)
	for _, s := range r.all() {
		s.budget.time.clock = func() time.Duration { return *now }
		s.budget.time.slow = 4 * time.Millisecond
		s.globals.RawSetString("busy", s.L.NewFunction(func(L *lua.LState) int {
			*now += time.Duration(L.CheckNumber(1)) * time.Microsecond
			return 0
		}))
	}
	r.pairGlobals()
	return now
}

// CountLooks has a runtime with one worker count how often the clock is looked at.
func CountLooks(r *Runtime) *int {
	n := new(int)
	for _, s := range r.all() {
		s.budget.time.clock = func() time.Duration { *n++; return 0 }
	}
	return n
}

// TimeOnly has the clock of a runtime stand still but for the agents and files whose names
// hold a word. What others come to then does not depend on the machine.
func TimeOnly(r *Runtime, word string) {
	for _, s := range r.all() {
		s.budget.time.slow = 4 * time.Millisecond
		s.budget.time.clock = func() time.Duration {
			if !strings.Contains(s.busyWith(), word) {
				return 0
			}
			return r.clock()
		}
	}
}

// busyWith returns for whom the code under way runs.
func (s *State) busyWith() string {
	if s.ctx != nil {
		return s.ctx.Agent().Label()
	}
	if n := len(s.loading); n > 0 {
		return s.loading[n-1].Path
	}
	return ""
}
