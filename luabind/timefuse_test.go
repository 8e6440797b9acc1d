//go:build !luacore

package luabind_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// tooLong is what is said of who takes too long.
const tooLong = "takes too long: a few instructions take a millisecond, again and again"

// newTimed is a game in which time passes by busy(us) of scripts and by go.away(us) of the
// game alone.
func newTimed(t *testing.T, o bough.Options, archive string) *session {
	var now *time.Duration
	o.Seed = 1
	return newSession(t, o, archive, func(g *bough.Game) error {
		now = luabind.FakeClock(g.Runtime())
		return g.Bind("go", luabind.Func("away(us): takes its time", func(us float64) float64 {
			*now += time.Duration(us) * time.Microsecond
			return us
		}))
	})
}

// TestTimeFuse: a round of these loops is four instructions or five, so that a glance is 256
// rounds or 205.
func TestTimeFuse(t *testing.T) {
	for _, c := range []struct {
		what, body, want string
	}{
		{"nothing is slow", "while true do busy(0.05) end", "spent"},
		{"a glance takes 3.6 ms", "while true do busy(14) end", "spent"},
		{"a glance takes 5.1 ms", "while true do busy(20) end", tooLong},
		{"each instruction takes 1 ms", "while true do busy(1000) end", tooLong},
		{"one stop of an hour", "busy(3.6e9) while true do end", "spent"},
		{"many stops, far apart", "while true do for i = 1, 20000 do end busy(1e6) end", "spent"},
		{"stops, one after the other", "while true do busy(5000) for i = 1, 260 do end end", "spent"},
		{"slow in one of ten", "while true do busy(5000) for i = 1, 160 do end end", "spent"},
		{"slow in every second", "while true do busy(5000) for i = 1, 32 do end end", tooLong},
		{"caught", "while true do pcall(function() while true do busy(20) end end) end", tooLong},
		{"in a coroutine", "coroutine.wrap(function() while true do busy(20) end end)()", tooLong},
		{"in many coroutines", "while true do coroutine.wrap(function() busy(5000) end)() end", tooLong},
		{"in a comparator", "local t = {} for i = 1, 1000 do t[i] = -i end while true do table.sort(t, function(a, b) busy(50) return a < b end) end", tooLong},
		{"in a metamethod", "local t = setmetatable({}, { __index = function() busy(50) end }) while true do local x = t.x end", tooLong},
		{"the game takes time", "for i = 1, 1000 do go.away(3000) end", ""},
		{"the game takes time, the script little", "for i = 1, 5000 do go.away(3000) busy(2) end", ""},
		{"the script hides behind the game", "while true do go.away(1) busy(50) end", tooLong},
		{"the script hides behind a slow game", "while true do go.away(9000) busy(50) end", tooLong},
	} {
		for _, name := range []string{"behavior", "run", "precondition"} {
			s := newTimed(t, bough.Options{}, hook(name, c.body+" return true"))
			s.spawn("main", nil)
			s.tick(1)
			want := c.want
			if want == "spent" {
				want = spent(name, luabind.DefaultBudget)
			}
			if got := s.take(); want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s, in %s: got %q; want %q", c.what, name, got, want)
			}
			if c.want != "" && (len(s.faults) != 1 || s.faults[0].Pos.Line == 0) {
				t.Errorf("%s, in %s: %d faults, or one without a place", c.what, name, len(s.faults))
			}
		}
	}
}

// TestTimeFuseOfATick: once it has blown, other calls of the agent in that tick get little;
// other agents, and the next tick, have all.
func TestTimeFuseOfATick(t *testing.T) {
	s := newTimed(t, bough.Options{}, `
-- main.bt --
tree main
  root
    slow +
    b
-- root.lua --
return {}
-- slow.lua --
return { behavior = function(agent) if agent.slow then while true do busy(20) end end end }
-- b.lua --
return { behavior = function(agent) agent.n = 0 for i = 1, 90 do agent.n = i end end,
  on_exit = function(agent) agent.gone = 1 end }
`)
	a := s.spawn("main", bough.Fields{"slow": true})
	quick := s.spawn("main", nil)
	s.tick(1)
	const want = "still running after 100 instructions, which is all that is left in this tick, as behavior of root/slow has taken too long: keep numbers as numbers"
	if got := s.take(); !strings.Contains(got, tooLong) || !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
	if n := number(a, "n"); n < 10 || n >= 90 {
		t.Errorf("b came to %v", n)
	}
	if n := number(quick, "n"); n != 90 {
		t.Errorf("b of the other agent came to %v", n)
	}
	if number(a, "gone") != 1 {
		t.Error("on_exit has not run")
	}
	a.Set(engine.KeyOf("slow"), engine.Value{})
	s.tick(1)
	s.want()
	if n := number(a, "n"); n != 90 {
		t.Errorf("in the next tick b came to %v", n)
	}
}

// TestTimeFuseOfFiles: the file level has one too, each file its own.
func TestTimeFuseOfFiles(t *testing.T) {
	s := newTimed(t, bough.Options{}, one("local function f()\n  while true do busy(20) end\nend\npcall(f)\nreturn {}\n")+
		"-- c.lua --\nbusy(900000) for i = 1, 1000 do busy(14) end\nreturn {}\n")
	s.game.Load()
	if got := s.take(); !strings.HasPrefix(got, "problem scripts/b.lua:4:") || !strings.Contains(got, tooLong) || strings.Contains(got, "c.lua") {
		t.Errorf("got %s", got)
	}
}

// TestTimeFuseLooks: calls that take little never ask what time it is.
func TestTimeFuseLooks(t *testing.T) {
	for _, c := range []struct {
		body        string
		least, most int
	}{
		{"agent.n = (agent.n or 0) + 1", 0, 0},
		{"for i = 1, 500 do end", 0, 0},
		{"for i = 1, 25600 do end", 100 * 22, 100 * 27},
	} {
		s := newSession(t, bough.Options{Seed: 1}, hook("behavior", c.body))
		s.spawn("main", nil)
		s.tick(1)
		looks := luabind.CountLooks(s.game.Runtime())
		s.tick(100)
		if s.want(); *looks < c.least || *looks > c.most {
			t.Errorf("%s: %d looks in 100 ticks; want %d to %d", c.body, *looks, c.least, c.most)
		}
	}
}
