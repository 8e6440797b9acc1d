//go:build !luacore

package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// emptying goes through a table of 400 keys, deletes them, and rests after each. It counts
// how often it comes.
const emptying = `
    for i = 1, 400 do t["k" .. i] = i end
    local visits = 0
    for k in pairs(t) do
      t[k] = nil
      visits = visits + 1
      agent.visits = visits
      for i = 1, 2000 do local x = i end
      bt.yield()
    end`

// TestKeepChurnInLoopOfAgent: a table that a suspended loop goes through keeps its keys
// also if the count ends before it comes to that loop, since the agent keeps far too much.
func TestKeepChurnInLoopOfAgent(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Keep: 64 << 10}, `run = function(agent)
    local t = {}
    agent.emptied, agent.list = t, {}
    for i = 1, 80 do agent.list[i] = ("x"):rep(8000) end`+emptying+`
    agent.ended = 1
  end`, 1)
	for i := 0; i < 500 && number(agents[0], "ended") == 0; i++ {
		s.tick(1)
	}
	if number(agents[0], "visits") != 400 || number(agents[0], "ended") != 1 {
		t.Errorf("the loop came %v times; %s", number(agents[0], "visits"), s.said())
	}
}

// TestKeepChurnInLoopOfFile: and a table of a file keeps them, through which the loop of an
// agent goes.
func TestKeepChurnInLoopOfFile(t *testing.T) {
	s := newSession(t, bough.Options{Keep: 64 << 10}, `
-- main.bt --
tree main
  keep
-- keep.lua --
local seen = {}
local function all() return seen end
return { run = function(agent)
    local t = all()`+emptying+`
    agent.ended = 1
  end }
`)
	a := s.spawn("main", nil)
	for i := 0; i < 500 && number(a, "ended") == 0; i++ {
		s.tick(1)
	}
	s.wantNone()
	if number(a, "visits") != 400 || number(a, "ended") != 1 {
		t.Errorf("the loop came %v times", number(a, "visits"))
	}
}

// TestKeepMuchAtOnce: who keeps many times too much at once, and then no more, goes on.
func TestKeepMuchAtOnce(t *testing.T) {
	for _, n := range []int{70, 85, 150} {
		s, agents := newKeeper(t, bough.Options{Keep: 64 << 10}, fmt.Sprintf(`behavior = function(agent)
    agent.n = (agent.n or 0) + 1
    if not agent.list then
      agent.list = {}
      for i = 1, %d do agent.list[i] = ("x"):rep(8000) end
    end
    for i = 1, 5000 do local x = i end
  end`, n), 1)
		s.tick(200)
		s.wantNone()
		if number(agents[0], "n") != 200 {
			t.Errorf("%d texts: its hooks were called %v times", n, number(agents[0], "n"))
		}
		agents[0].Set(engine.KeyOf("list"), engine.Value{})
		s.tick(200)
		s.wantNone()
	}
}

// TestKeepMuchAtOnceInFile: and so does a file; but one that grows however fast, in tables
// none of which is large, is refused.
func TestKeepMuchAtOnceInFile(t *testing.T) {
	for _, tt := range []struct {
		until int
		want  string
	}{{1, ""}, {1e9, "no hook that uses it is called until it is saved"}} {
		s := newSession(t, bough.Options{Keep: 32 << 10}, fmt.Sprintf(`
-- main.bt --
tree main
  keep
-- keep.lua --
local seen = {}
local function all() return seen end
return { behavior = function(agent)
  agent.n = (agent.n or 0) + 1
  local t = all()
  if agent.n <= %d then
    local text = ("x"):rep(8000)
    t[agent.n] = {}
    for i = 1, 60 do t[agent.n][i] = { text } end
  end
  for i = 1, 5000 do local x = i end
end }
`, tt.until))
		s.spawn("main", nil)
		s.tick(300)
		if got := s.said(); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("until %d: %s", tt.until, got)
		}
	}
}

// BenchmarkKeepMany is a tick in which many agents keep too much and do nothing.
func BenchmarkKeepMany(b *testing.B) {
	for _, agents := range []int{0, 1, 100} {
		b.Run(fmt.Sprint(agents), func(b *testing.B) {
			s := newSession(b, bough.Options{Keep: 1 << 20}, one(`return { behavior = function(agent)
  if not agent.list then
    agent.list = {}
    for i = 1, 8000 do agent.list[i] = { i } end
  end
end }
`))
			for range agents {
				s.spawn("main", nil)
			}
			s.tick(1000)
			for b.Loop() {
				s.tick(1)
			}
		})
	}
}
