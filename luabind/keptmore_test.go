//go:build !luacore

package luabind_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// TestKeepChurn: a table whose keys come and go does not grow, whatever its keys are, and
// goes on with the ones it has, in their order.
func TestKeepChurn(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Keep: 64 << 10}, `behavior = function(agent)
    agent.seen = agent.seen or { first = 1, second = 2, 10, 20, nil, 40 }
    for i = 1, 50 do
      local k = "k" .. bt.tick() .. "," .. i
      agent.seen[k] = true
      agent.seen[k] = nil
    end
    local order = ""
    for k, v in pairs(agent.seen) do order = order .. tostring(k) .. "=" .. tostring(v) .. " " end
    agent.order, agent.length = order, #agent.seen
  end`, 1)
	s.tick(2000)
	s.wantNone()
	s.wantGood(agents)
	if got := agents[0].Get(engine.KeyOf("order")).Str(); got != "1=10 2=20 4=40 first=1 second=2 " || number(agents[0], "length") != 4 {
		t.Errorf("order %q, length %v", got, number(agents[0], "length"))
	}
	if bytes, largest := s.game.Runtime().Kept(agents[0]); bytes > 64<<10 {
		t.Errorf("%d bytes are kept: %v", bytes, largest)
	}
}

// TestKeepChurnInLoop: a table that a suspended loop goes through keeps the keys by which
// the loop goes on.
func TestKeepChurnInLoop(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{}, `run = function(agent)
    local t = {}
    for i = 1, 400 do t["k" .. i] = i end
    local visits = 0
    for k in pairs(t) do
      t[k] = nil
      visits = visits + 1
      for i = 1, 2000 do local x = i end
      bt.yield()
    end
    agent.visits = visits
  end`, 1)
	s.tick(500)
	s.wantNone()
	if number(agents[0], "visits") != 400 {
		t.Errorf("the loop came %v times", number(agents[0], "visits"))
	}
}

// TestKeepLess: who comes to keep less is left alone again, and was never stopped from
// doing what takes nothing.
func TestKeepLess(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Keep: 64 << 10}, `behavior = function(agent)
    agent.n = (agent.n or 0) + 1
    agent.list = agent.list or {}
    if agent.off then return end
    for i = 1, 100 do agent.list[#agent.list + 1] = i end
  end`, 1)
	if s.strike(2000) == 0 {
		t.Fatal("nothing was raised")
	}
	a := agents[0]
	a.Set(engine.KeyOf("off"), engine.Bool(true))
	s.faults = nil
	n := number(a, "n")
	s.tick(100)
	if number(a, "n") != n+100 || len(s.faults) > 0 {
		t.Errorf("it ran %v times, %v", number(a, "n")-n, s.faults)
	}
	a.Set(engine.KeyOf("list"), engine.Value{})
	a.Set(engine.KeyOf("off"), engine.Value{})
	s.tick(20)
	if number(a, "n") != n+120 || len(s.faults) > 0 {
		t.Errorf("emptied: it ran %v times, %v", number(a, "n")-n, s.faults)
	}
}

// TestKeepRefused: who goes on growing where nobody looks is not called any more, until
// something is saved that puts it right.
func TestKeepRefused(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{Keep: 128 << 10}, spread, 2)
	agents[1].Pause()
	for i := 0; i < 5000 && !strings.Contains(s.said(), "the agent is not ticked"); i++ {
		s.tick(1)
	}
	if !strings.Contains(s.said(), "main#1 keeps about") || !strings.Contains(s.said(), "the agent is not ticked") {
		t.Fatal(s.said())
	}
	n := number(agents[0], "n")
	s.tick(200)
	if number(agents[0], "n") != n {
		t.Error("its hooks are called")
	}
	if text := agents[0].Explain().String(); !strings.Contains(text, ", held: it keeps too much\n") {
		t.Error(text)
	}
	agents[1].Resume()
	s.tick(10)
	if number(agents[1], "good") != 10 {
		t.Errorf("the neighbor ran %v times", number(agents[1], "good"))
	}
	good := number(agents[0], "good")
	s.save("-- keep.lua --\nreturn { behavior = function(agent) agent.root = nil end }\n")
	s.tick(200)
	if v := agents[0].Get(engine.KeyOf("root")); !v.IsNil() || number(agents[0], "good") < good+199 {
		t.Errorf("after the save: %v, good ran %v times", v, number(agents[0], "good")-good)
	}
}

// TestKeepInFile: what a file keeps, its own or that of a module, is bounded too, in the
// states of all workers together; agents that do not call it are left alone.
func TestKeepInFile(t *testing.T) {
	const module = "-- lib/memo.lua --\nlocal memo = {}\nlocal M = {}\nlocal function all() return memo end\nfunction M.put(k)\n  local m = all()\n  m[#m + 1] = k\nend\nreturn M\n"
	for _, tt := range []struct{ head, body, want string }{
		{"local seen = {}\nlocal function all() return seen end\n", "local t = all() for i = 1, 100 do t['k' .. bt.tick() .. ',' .. i .. ',' .. agent.id] = true end",
			"scripts/keep.lua:4:1: local seen of local all of behavior has grown to"},
		{"local memo = require 'lib.memo'\n", "for i = 1, 300 do memo.put(i) end", "scripts/lib/memo.lua:6:3: local memo of local all of file.put has grown to"},
	} {
		for workers := 1; workers <= 2; workers++ {
			s := newSession(t, bough.Options{Keep: 128 << 10, Workers: workers}, module+"-- main.bt --\n"+keepTree+"tree quiet\n  good\n-- root.lua --\nreturn {}\n-- good.lua --\n"+good+
				"-- keep.lua --\n"+tt.head+"return { behavior = function(agent)\n"+tt.body+"\nend }\n")
			quiet := []*bough.Agent{s.spawn("quiet", nil), s.spawn("quiet", nil)}
			s.spawn("main", nil)
			s.spawn("main", nil)
			if s.strike(5000) == 0 {
				t.Fatal("nothing was raised", s.game.Problems())
			}
			s.tick(10)
			if !strings.Contains(s.said(), tt.want) {
				t.Errorf("%s\nwant %s", s.said(), tt.want)
			}
			s.wantGood(quiet)
		}
	}
}

// TestKeepConstants: what a file holds from the start belongs to no agent, and may be large.
func TestKeepConstants(t *testing.T) {
	s := newSession(t, bough.Options{Keep: 32 << 10}, `
-- main.bt --
tree main
  keep
-- keep.lua --
local map = {}
for i = 1, 5000 do map[i] = { i } end
return { behavior = function(agent)
  agent.map = map
  for i = 1, 1000 do local x = map[i] end
end }
`)
	a := s.spawn("main", nil)
	s.tick(500)
	s.want()
	if bytes, largest := s.game.Runtime().Kept(a); bytes > 2000 {
		t.Errorf("%d bytes are counted as the agent's: %v", bytes, largest)
	}
}

// TestKeepTogether: when all agents together keep too much, those are held back that keep
// more than their share.
func TestKeepTogether(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{KeepTogether: 512 << 10}, `behavior = function(agent)
    agent.list = agent.list or {}
    for i = 1, agent.much or 1 do agent.list[#agent.list + 1] = i end
    for i = 1, 500 do local x = i end
  end`, 20)
	agents[6].Set(engine.KeyOf("much"), engine.Number(200))
	if s.strike(2000) == 0 {
		t.Fatal("nothing was raised")
	}
	if got := s.faults[0].Label; got != "main#7" || !strings.Contains(s.said(), "main#7 keeps about") {
		t.Errorf("%s: %s", got, s.said())
	}
	s.tick(5)
	s.wantGood(agents)
}

// TestKeepAnything: a negative bound is none.
func TestKeepAnything(t *testing.T) {
	s, _ := newKeeper(t, bough.Options{Keep: -1, KeepTogether: -1}, keepers[1].body, 1)
	s.tick(1000)
	s.wantNone()
}

// TestKeptIsAboutRight: the estimate is near what the process takes.
func TestKeptIsAboutRight(t *testing.T) {
	for _, what := range []string{"i", "{ i }", "{ x = i, y = i }", "('x'):rep(1000) .. i", "function() return i end", "coroutine.wrap(function() coroutine.yield(i) end)", "{}",
		"named()", "one()", "bt.board('b').t"} {
		n := 4000
		if strings.HasPrefix(what, "coroutine") {
			n = 150
		}
		s, agents := newKeeper(t, bough.Options{Keep: -1, KeepTogether: -1}, fmt.Sprintf(`behavior = function(agent)
    local function named() local p = {} p.x = agent.id return p end
    local function one() local p = {} p[1] = agent.id return p end
    bt.board("b").t = { x = 1, y = { 1 } }
    agent.list = agent.list or {}
    local n = #agent.list
    if n == %d then return end
    for i = n + 1, n + 50 do agent.list[i] = %s end
  end`, n, what), 1)
		before := heap()
		s.tick(100)
		took := int(heap()) - int(before)
		bytes, _ := s.game.Runtime().Kept(agents[0])
		if len(s.faults) > 0 || bytes < took/2 || bytes > took*2 {
			t.Errorf("%s: %d bytes by estimate, %d in truth %v", what, bytes, took, s.faults)
		}
		runtime.KeepAlive(s)
	}
}

// TestKeepChain: tables that hang on each other one by one are counted to the end of the
// chain, and told as any others.
func TestKeepChain(t *testing.T) {
	s, agents := newKeeper(t, bough.Options{}, `behavior = function(agent)
    local t = agent.last or agent
    for i = 1, 4000 do t.n = {} t = t.n end
    agent.last = t
  end`, 1)
	for range 20 {
		s.tick(1)
	}
	got := s.said()
	if !strings.Contains(got, "main#1 keeps about ") || !strings.Contains(got, "8.0 MB are allowed; it went on growing, so the agent is not ticked") || !agents[0].Held() {
		t.Errorf("got %s", got)
	}
}

// TestBoardsAreBounded: what boards hold together is bounded in bytes too.
func TestBoardsAreBounded(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    local text = ("x"):rep(16000)
    local list = {}
    for i = 1, 500 do list[i] = text end
    for i = 1, 10 do bt.board("b")["k" .. bt.tick() .. "," .. i] = list end`))
	s.spawn("main", nil)
	s.tick(3)
	if !strings.Contains(s.said(), `the boards hold 64.0 MB already; remove what nobody needs by writing nil, or write less; the largest: b (`) {
		t.Error(s.said())
	}
	for tick := 1; tick <= 3; tick++ {
		for i := 1; i <= 10; i++ {
			s.game.World().SetBoard("b", fmt.Sprintf("k%d,%d", tick, i), engine.Value{})
		}
	}
	s.faults = nil
	s.tick(1)
	s.wantNone()
}
