package luabind_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

const keepTree = "tree main\n  root\n    keep +\n    good\n"

// newKeeper starts agents that have two behaviors. One of them keeps more and more, and the other one is harmless.
func newKeeper(t *testing.T, o bough.Options, body string, agents int) (*session, []*bough.Agent) {
	t.Helper()
	s := newSession(t, o, "-- main.bt --\n"+keepTree+"-- root.lua --\nreturn {}\n-- good.lua --\n"+good+"-- keep.lua --\nreturn {\n  "+body+",\n}\n")
	var list []*bough.Agent
	for range agents {
		list = append(list, s.spawn("main", nil))
	}
	return s, list
}

// strike ticks until an error is reported, and returns the number of that tick.
func (s *session) strike(ticks int) int {
	for i := range ticks {
		if s.tick(1); len(s.faults) > 0 {
			return i + 1
		}
	}
	return 0
}

// good is a harmless behavior that counts its ticks. It fails if another script affects it in any way.
const good = `local floor, upper = math.floor, string.upper
return {
  behavior = function(agent)
    if leaked or leaked_file or math.leaked or floor(1.5) ~= 1 or ("x"):upper() ~= upper("x") then error("leaked") end
    agent.good, agent.peace = (agent.good or 0) + 1, agent.peace or false
  end,
}
`

// wantGood checks that the harmless behavior of each agent has run in each tick, unless the agent is suspended.
func (s *session) wantGood(agents []*bough.Agent) {
	s.t.Helper()
	for _, a := range agents {
		if a.Suspended() {
			continue
		}
		if n, tick := number(a, "good"), s.game.World().TickCount(); n != float64(tick) {
			s.t.Errorf("tick %d: good ran %v times for %s", tick, n, a.Label())
		}
	}
}

// wantNone checks that no error was reported.
func (s *session) wantNone() {
	s.t.Helper()
	for _, f := range s.faults {
		s.t.Error(f)
	}
}

// said returns all errors that have been reported.
func (s *session) said() string {
	var b strings.Builder
	for _, f := range s.game.World().Faults() {
		b.WriteString(identity(f.Diagnostic()) + "\n")
	}
	return b.String()
}

// spread is a behavior that keeps many bytes in very many small tables.
const spread = `behavior = function(agent)
    agent.n = (agent.n or 0) + 1
    agent.root = agent.root or {}
    local t = agent.root
    for i = 1, 20 do
      local t, n = agent.root, agent.n * 20 + i
      for level = 1, 4 do
        local k = n % 8
        n = math.floor(n / 8)
        t[k] = t[k] or {}
        t = t[k]
      end
      t[n] = {}
    end
  end`

// heap returns the number of bytes in use. It collects garbage until the number falls no more, since cleanups of earlier
// tests run in a goroutine of their own and free more.
func heap() uint64 {
	for last := ^uint64(0); ; {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		if runtime.ReadMemStats(&m); m.HeapAlloc+1000 >= last {
			return m.HeapAlloc
		}
		last = m.HeapAlloc
	}
}
