package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// crowd returns a tree with n nodes that each use nine tenths of the budget of a call. A cheap node follows them.
func crowd(n int) string {
	return "-- main.bt --\ntree main\n  root\n" + strings.Repeat("    heavy +\n", n) + `    small
-- root.lua --
return {}
-- heavy.lua --
return {
  behavior = function(agent)
    for i = 1, 89900 do end
    agent.done = (agent.done or 0) + 1
  end,
  on_exit = function(agent) agent.exits = (agent.exits or 0) + 1 end,
}
-- small.lua --
return { behavior = function(agent) for i = 1, 500 do end agent.small = (agent.small or 0) + 1 end }
`
}

// TestScarcest checks that an agent whose hooks never stop gets fewer instructions for each call once its allowance
// for the tick is used up, and even fewer later in the tick.
func TestScarcest(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Budget: 2000, TickBudget: 4000}}, "-- main.bt --\ntree main\n  root\n"+strings.Repeat("    spins +\n", 40)+`
-- root.lua --
return {}
-- spins.lua --
return {
  behavior = function(agent)
    agent.rounds = 0
    while true do agent.rounds = agent.rounds + 1 end
  end,
  on_exit = function(agent)
    agent.exits = (agent.exits or 0) + 1
    agent["rounds" .. agent.exits] = agent.rounds
  end,
}
`)
	a := s.spawn("main", nil)
	s.tick(1)
	first, later, last := number(a, "rounds1"), number(a, "rounds5"), number(a, "rounds40")
	if number(a, "exits") != 40 || !(first > 1.8*later && later > 8*last && last > 10) {
		t.Errorf("%v exits; the first loop made %v rounds, the fifth %v, the last %v", number(a, "exits"), first, later, last)
	}
}

// TestTheMostIsNamed checks that the message names the hook that used the most instructions, even if many others
// used some.
func TestTheMostIsNamed(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Budget: 100_000, TickBudget: 120_000}}, "-- main.bt --\ntree main\n  root\n"+strings.Repeat("    some +\n", 12)+"    most +\n    spins\n-- root.lua --\nreturn {}\n-- some.lua --\nreturn { behavior = function() for i = 1, 1500 do end end }\n-- most.lua --\nreturn { behavior = function() for i = 1, 60000 do end end }\n-- spins.lua --\nreturn { behavior = function() while true do end end }\n")
	s.spawn("main", nil)
	s.tick(1)
	if got := s.take(); !strings.Contains(got, "uses=[behavior of root/most (60") {
		t.Error(got)
	}
}

// TestHintInDecision checks the hint for a precondition that was stopped because other hooks had used up the
// allowance of the tick. The hint must not suggest spreading the work over several ticks.
func TestHintInDecision(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Budget: 1000, TickBudget: 1500}}, "-- main.bt --\ntree main\n  priority\n    a\n    a\n    a\n    a\n    a\n    idle\n-- a.lua --\nreturn { precondition = function(agent) for i = 1, 900 do end return false end }\n")
	s.spawn("main", nil)
	s.tick(1)
	if d := s.faults[0].Diagnostic(); d.Code != "tick-runs-too-long" || d.Remedy.Code != "end-sooner" {
		t.Errorf("%s: %s", d.Message, d.Hint)
	}
}

// TestTickAllowance checks that hooks cannot delay a tick together, even if each of them stays within the budget of
// a call. Cheap hooks must still run, exits must run, and other agents must not be affected.
func TestTickAllowance(t *testing.T) {
	for _, workers := range []int{1, 3} {
		s := newSession(t, bough.Options{Seed: 1, Workers: workers}, crowd(200))
		a, b := s.spawn("main", nil), s.spawn("main", nil)
		s.tick(1)
		for _, agent := range []*bough.Agent{a, b} {
			done, exits, small := number(agent, "done"), number(agent, "exits"), number(agent, "small")
			if done != luabind.TickBudgets+1 || exits != 200-done || small != 1 {
				t.Errorf("%d workers: %v of 200 done, %v exits, small ran %v times", workers, done, exits, small)
			}
		}
		const want = "instructions, which is all that is left: the hooks of main#1 may take 1000000 together in one tick, and most went to behavior of root/heavy (89"
		if got := s.faults[0].Error(); !strings.Contains(got, want) || !strings.Contains(got, "root/heavy#2") {
			t.Errorf("%s\nwant %s", got, want)
		}
		s.tick(1)
		if n := number(a, "done"); n != 2*(luabind.TickBudgets+1) {
			t.Errorf("%v done after two ticks", n)
		}
	}
}

// TestTickAllowanceIsForTicks checks that explanations and exits between two ticks have an allowance of their own.
func TestTickAllowanceIsForTicks(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1, Limits: bough.Limits{Budget: 1000, TickBudget: 1500}}, hook("precondition", "for i = 1, 900 do end return true"))
	a := s.spawn("main", nil)
	for range 5 {
		s.tick(1)
		for range 3 {
			if e := a.Explain(); strings.Contains(fmt.Sprint(e), "still running") {
				t.Fatalf("explained: %v", e)
			}
		}
		a.Reset()
	}
	s.want()
}

// TestTickBudgetOption checks that Options.TickBudget sets the allowance, and that NoBudget removes it.
func TestTickBudgetOption(t *testing.T) {
	for _, c := range []struct {
		o    bough.Options
		done float64
	}{
		{bough.Options{Limits: bough.Limits{TickBudget: 200_000}}, 2},
		{bough.Options{Limits: bough.Limits{TickBudget: 1}}, 0},
		{bough.Options{Limits: bough.Limits{Budget: 200_000}}, 22},
		{bough.Options{Limits: bough.Limits{Budget: luabind.NoBudget}}, 30},
	} {
		s := newSession(t, c.o, crowd(30))
		a := s.spawn("main", nil)
		s.tick(1)
		if n := number(a, "done"); n != c.done {
			t.Errorf("%+v: %v of 30 done, want %v", c.o, n, c.done)
		}
	}
}
