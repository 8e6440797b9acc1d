//go:build !luacore

package luabind_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestLinesOfAllAgents: the log of one tick is bounded, in the same place whatever the
// number of workers.
func TestLinesOfAllAgents(t *testing.T) {
	for _, workers := range []int{1, 3} {
		s := newSession(t, bough.Options{Seed: 1, Workers: workers}, hook("behavior", "for i = 1, 15 do print(i) end"))
		for range 100 {
			s.spawn("main", nil)
		}
		s.tick(1)
		lines := strings.Split(s.take(), "\n")
		last := lines[len(lines)-1]
		if len(lines) != engine.MaxLogLines+1 || last != "main#67: … more lines in this tick, of this agent and those behind it, are left out" {
			t.Errorf("%d workers: %d lines, the last: %s", workers, len(lines), last)
		}
	}
}

// TestLinesOfFiles: so is what a file prints while it is loaded; each file has its own.
func TestLinesOfFiles(t *testing.T) {
	const file = "for i = 1, 3000 do print(i) end\nreturn {}\n"
	s := newSession(t, bough.Options{Seed: 1, Workers: 2}, one(file)+"-- c.lua --\n"+file)
	s.game.Load()
	if got := s.take(); strings.Count(got, "\n")+1 != 2*(engine.MaxLogLines+1) || strings.Count(got, "left out") != 2 {
		t.Errorf("%d lines, ending in %s", strings.Count(got, "\n")+1, got[max(0, len(got)-100):])
	}
}

// TestBoardsFillUp: beyond a bound, entries can be changed and removed, not added.
func TestBoardsFillUp(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    local b = bt.board("x")
    b.k1 = bt.tick()
    if agent.remove then b.k2 = nil end
    if not agent.remove then b.more = 1 end`))
	w := s.game.World()
	a := s.spawn("main", nil)
	for i := range engine.MaxBoardEntries {
		w.SetBoard("x", "k"+string(rune('0'+i%10))+strings.Repeat("y", i/10), engine.Number(1))
	}
	s.tick(1)
	if got := s.take(); !strings.Contains(got, `board x, entry "more": the boards hold 10,000 entries already; remove those that nobody needs by writing nil; the largest: x (10,000 entries)`) {
		t.Error(got)
	}
	a.Set(engine.KeyOf("remove"), engine.Bool(true))
	s.tick(1)
	s.want()
	if n := w.Board("x", "k1").Float(); n != 2 || !w.Board("x", "k2").IsNil() {
		t.Errorf("k1 is %v, k2 %v", n, w.Board("x", "k2"))
	}
	a.Set(engine.KeyOf("remove"), engine.Value{})
	s.tick(1)
	s.want()
	if w.Board("x", "more").Float() != 1 {
		t.Error("there is room, but nothing is added")
	}
}

// TestForgottenCoroutines: those that have ended and those that nobody holds do not
// count, and each agent counts for itself.
func TestForgottenCoroutines(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    for i = 1, 90 do
      local f = coroutine.wrap(function() coroutine.yield() end)
      f()
      coroutine.wrap(function() end)()
    end
    agent.n = (agent.n or 0) + 1`))
	for range 3 {
		s.spawn("main", nil)
	}
	s.tick(20)
	s.want()
	for a := range s.game.World().Agents() {
		if number(a, "n") != 20 {
			t.Errorf("%s came to %v", a.Label(), number(a, "n"))
		}
	}
}

// TestEndedCoroutines: those that have ended do not count, though they are kept.
func TestEndedCoroutines(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    agent.list = agent.list or {}
    for i = 1, 150 do
      local co = coroutine.create(function() end)
      coroutine.resume(co)
      agent.list[#agent.list + 1] = co
    end`))
	s.spawn("main", nil)
	s.tick(4)
	s.want()
}

// TestHooksForceNoCollection: an agent that holds as many coroutines as it may, and asks
// for more in each tick, makes Go collect nothing.
func TestHooksForceNoCollection(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    agent.list = agent.list or {}
    while #agent.list < 200 do
      local co = coroutine.create(function() coroutine.yield() end)
      coroutine.resume(co)
      agent.list[#agent.list + 1] = co
    end
    agent.refused = not pcall(coroutine.create, print)`))
	a := s.spawn("main", nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.tick(5)
	runtime.ReadMemStats(&after)
	if !a.Get(engine.KeyOf("refused")).Truthy() {
		t.Error("the coroutine beyond the bound was made")
	}
	if n := after.NumForcedGC - before.NumForcedGC; n > 0 {
		t.Errorf("%d forced collections in 5 ticks", n)
	}
	s.want()
}

// TestHeldCoroutines: whoever holds one, it counts: the hook by a local, or a
// coroutine under way. Which are forgotten does not depend on when Go collects.
func TestHeldCoroutines(t *testing.T) {
	for _, c := range []struct {
		body string
		want float64
	}{
		{"local list = {} while pcall(function() list[#list + 1] = coroutine.create(print) end) do agent.n = agent.n + 1 end", 200},
		{"local co = coroutine.create(function() local list = {} while pcall(function() list[#list + 1] = coroutine.create(print) end) do agent.n = agent.n + 1 end end) coroutine.resume(co)", 199},
		{"for i = 1, 450 do coroutine.create(print) agent.n = agent.n + 1 end", 450},
	} {
		s := newSession(t, bough.Options{Seed: 1}, hook("behavior", c.body))
		a := s.spawn("main", bough.Fields{"n": 0})
		s.tick(1)
		if n := number(a, "n"); n != c.want {
			t.Errorf("%s: %v coroutines, want %v\n%s", c.body, n, c.want, s.take())
		}
	}
}

// TestWordsAreBounded: the names of boards and of their keys, to the byte.
func TestWordsAreBounded(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"bt.board(('x'):rep(200))", ""},
		{"bt.board(('x'):rep(201))", "the name of a board has 201 bytes; at most 200 are allowed"},
		{"bt.board('x')[('k'):rep(200)] = 1", ""},
		{"bt.board('x')[('k'):rep(201)] = 1", "the name of a key of board x has 201 bytes; at most 200 are allowed"},
	} {
		if got := run(t, "behavior", c.body); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.body, got)
		}
	}
}

// TestCopiesArePaid: what is handed on and what is read from a board takes steps of the
// hook in proportion to its entries.
func TestCopiesArePaid(t *testing.T) {
	for _, c := range []struct {
		body string
		most float64 // rounds that a budget is enough for
	}{
		{"local l = {} for i = 1, 1000 do l[i] = i end while true do bt.board('v').x = l agent.n = agent.n + 1 end", 40},
		{"while true do local l = bt.board('v').full agent.n = agent.n + 1 end", 40},
	} {
		s := newSession(t, options, "-- main.bt --\ntree main\n  root\n    fill +\n    b when tick > 0\n-- root.lua --\nreturn { behavior = function(agent) agent.tick = bt.tick() - 1 end }\n-- fill.lua --\nreturn { behavior = function() local l = {} for i = 1, 1000 do l[i] = i end bt.board('v').full = l end }\n-- b.lua --\nreturn { behavior = function(agent) "+c.body+" end }\n")
		a := s.spawn("main", bough.Fields{"n": 0, "tick": 0})
		s.tick(3)
		if n := number(a, "n"); n < 1 || n > 2*c.most {
			t.Errorf("%s: %v rounds", c.body, n)
		}
	}
}

// TestKeptCoroutines: those that are held do, over any number of ticks; when they are
// let go of, there is room again.
func TestKeptCoroutines(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    if agent.drop then agent.list = nil end
    agent.list = agent.list or {}
    for i = 1, 50 do agent.list[#agent.list + 1] = coroutine.create(print) end
    agent.n = #agent.list`))
	a := s.spawn("main", nil)
	s.tick(luabind.MaxCoroutines / 50)
	s.want()
	s.tick(1)
	if got := s.take(); !strings.Contains(got, "main#1 has 200 coroutines that have not ended") {
		t.Error(got)
	}
	a.Set(engine.KeyOf("drop"), engine.Bool(true))
	s.tick(1)
	s.want()
	if n := number(a, "n"); n != 50 {
		t.Errorf("%v coroutines", n)
	}
}
