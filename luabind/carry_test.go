package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// TestRunGoesOnInManyAgents checks that the runs of agents in all workers continue at the same place after a
// reload. The report of the reload has one line with the number of runs that cannot continue.
func TestRunGoesOnInManyAgents(t *testing.T) {
	o := options
	o.Workers = 3
	file := func(body string) string { return "return { run = function(agent) " + body + " end }\n" }
	s := newSession(t, o, one(file("agent.n = 1 bt.wait(0.1 * agent.id) agent.n = 2 bt.yield() agent.n = 3 bt.wait(9)")))
	for range 6 {
		s.spawn("main", nil)
	}
	s.tick(4) // the first three have passed the first wait
	s.save("-- b.lua --\n" + file("agent.n = 10 bt.wait(0.1 * agent.id) agent.n = 20 bt.yield() agent.n = 30 bt.wait(9)"))
	s.tick(1)
	want := []float64{3, 3, 30, 20, 1, 1}
	for a := range s.game.World().Agents() {
		if n := number(a, "n"); n != want[a.ID()-1] {
			t.Errorf("%s is at %v, want %v", a.Label(), n, want[a.ID()-1])
		}
	}
	s.take()
	s.save("-- b.lua --\n" + file("agent.n = 100 bt.yield() bt.wait(9)"))
	s.wantReload("run of b restarts (2 of them): its place, bt.wait in scripts/b.lua:1, cannot be told from others like it")
}

// TestConditionOfWait checks that bt.wait_until calls the new function after a reload, and that this function uses
// new versions of everything.
func TestConditionOfWait(t *testing.T) {
	file := func(limit, op string) string {
		return "local LIMIT = " + limit + "\nreturn { run = function(agent) local more = 1 bt.wait_until(function() return agent.hp " + op + " LIMIT + more end) print('on') bt.wait(9) end }\n"
	}
	s := newSession(t, options, one(file("10", ">")))
	a := s.spawn("main", bough.Fields{"hp": 5})
	s.tick(2)
	s.save("-- b.lua --\n" + file("3", ">"))
	s.tick(1)
	s.want("main#1: on")
	if a.NodeActive(0) != true {
		t.Error("the run has ended")
	}
}

// TestRestartOnReloadOfRun checks that a run is restarted if its file demands that, even if the run could continue.
func TestRestartOnReloadOfRun(t *testing.T) {
	s := newSession(t, options, one("return { run = function() print('one') bt.wait(9) end }\n"))
	s.spawn("main", nil)
	s.tick(1)
	s.save("-- b.lua --\nreturn { restart_on_reload = true, run = function() print('two') bt.wait(9) end }\n")
	s.tick(1)
	s.want("main#1: one", "main#1: two")
}

// TestWaitingRunIsSmall checks that a suspended run with few calls takes less than a kilobyte, according to the
// quota. A test in package lua compares such numbers with the heap.
func TestWaitingRunIsSmall(t *testing.T) {
	for _, test := range []struct {
		body string
		most int
	}{
		{"bt.wait(9)", 640},
		{"local to = agent.x while agent.x == to do bt.yield() end", 640},
		{"local a, b, c = 1, 2, 3 for i = 1, 9 do bt.wait(9) end print(a, b, c)", 900},
		{"local function rest() bt.wait(9) end rest()", 1100}, // includes the function and its call
	} {
		s := newSession(t, options, one("return { run = function(agent) "+test.body+" end }\n"))
		a := s.spawn("main", bough.Fields{"x": 1})
		without, _ := s.game.Kept(a)
		s.tick(1)
		with, _ := s.game.Kept(a)
		if t.Logf("%s: %d bytes", test.body, with-without); with <= without || with-without > test.most {
			t.Errorf("%s: takes %d bytes while it waits; want at most %d", test.body, with-without, test.most)
		}
	}
}

// wantReload checks that the last reload has reported exactly these lines about runs.
func (s *session) wantReload(lines ...string) {
	s.t.Helper()
	if got, want := strings.Join(s.restarts, "\n"), strings.Join(lines, "\n"); got != want {
		s.t.Errorf("the reload reports\n%s\nwant\n%s", got, want)
	}
}
