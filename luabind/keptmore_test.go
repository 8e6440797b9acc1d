//go:build !luacore

package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

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
