//go:build !luacore

package luabind_test

import (
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// heavyWork are hooks that do nothing but calculate in Lua; what a call of them takes
// is far below the budget.
var heavyWork = []struct{ name, body string }{
	{"loop", "local n = 0 for i = 1, 3000 do n = n + i % 7 end agent.n = n"},
	{"fields", "for i = 1, 1000 do agent.x = (agent.x or 0) + 1 end"},
	{"calls", "local function f(a, b) return a * b end local n = 0 for i = 1, 1000 do n = n + f(i, 2) end agent.n = n"},
	{"list", "local t = {} for i = 1, 500 do t[#t + 1] = i end local n = 0 for _, v in ipairs(t) do n = n + v end agent.n = n"},
	{"table", "local t = {} for i = 1, 200 do t[i] = { x = i, y = -i } end local n = 0 for k, p in pairs(t) do n = n + p.x - p.y end agent.n = n"},
	{"text", "local s = '' for i = 1, 100 do s = s .. i end agent.n = #s:gsub('1', '2')"},
	{"library", "local n = 0 for i = 1, 500 do n = n + math.floor(i / 3) + math.max(i, 7) end agent.n = n"},
}

// BenchmarkBudget prints what counting instructions costs where a hook does nothing but
// run Lua: the time with the budget to that without. The two take turns tick by tick, so
// that a machine which changes its speed does so for both. Where the tables of a game lie in
// memory, and how their keys are hashed, makes a tenth or two and stays so as long as it lives;
// so there are several pairs of games, and the ratio is that in the middle of all, each of the
// medians of a pair. It should be 1.30 at most.
func BenchmarkBudget(b *testing.B) {
	for _, work := range heavyWork {
		b.Run(work.name, func(b *testing.B) {
			var ratios []float64
			for range budgetPairs {
				on, off := budgetPair(b, work.body)
				ratios = append(ratios, on/off)
				b.ReportMetric(on, "budget-ns")
				b.ReportMetric(off, "nobudget-ns")
			}
			b.ReportMetric(median(ratios), "ratio")
			b.ReportMetric(slices.Min(ratios), "lowest")
			b.ReportMetric(slices.Max(ratios), "highest")
		})
	}
}

// budgetPairs is how many pairs of games BenchmarkBudget compares.
const budgetPairs = 15

// budgetPair returns how many nanoseconds a tick takes with the budget and without.
func budgetPair(b *testing.B, body string) (on, off float64) {
	with, without := heavySession(b, body, 0), heavySession(b, body, luabind.NoBudget)
	defer with.Close()
	defer without.Close()
	var ons, offs []float64
	for range max(b.N/budgetPairs, 100) {
		ons = append(ons, perCall(1, func() { with.Tick(time.Millisecond) }))
		offs = append(offs, perCall(1, func() { without.Tick(time.Millisecond) }))
	}
	return median(ons), median(offs)
}

func heavySession(b *testing.B, body string, budget int) *bough.Game {
	s := newSession(b, bough.Options{Seed: 1, Budget: budget}, hook("behavior", body))
	s.spawn("main", nil)
	if s.tick(3); len(s.faults) > 0 {
		b.Fatal(s.faults[0])
	}
	return s.game
}
