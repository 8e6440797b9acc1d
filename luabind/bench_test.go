package luabind_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/bench/compare"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
)

// BenchmarkGuard reports the times of the engine and of the baseline, and their ratio.
func BenchmarkGuard(b *testing.B) {
	for _, budget := range []bool{true, false} {
		name := map[bool]string{true: "budget", false: "nobudget"}[budget]
		b.Run(name, func(b *testing.B) {
			p, err := compare.Guard.CompareBaseline(budget, b.N, time.Now)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(p.Ours.Median, "engine-ns/agent")
			b.ReportMetric(p.Ours.Min, "engine-min-ns/agent")
			b.ReportMetric(p.Theirs.Median, "floor-ns/agent")
			b.ReportMetric(p.Ratio.Median, "ratio")
			b.ReportMetric(p.Ratio.Min, "ratio-min")
		})
	}
}

// sameTests holds tests that are written both as a condition and as a precondition.
var sameTests = []struct{ name, condition, hook string }{
	{"number", "hp < 30", "function(agent) return agent.hp < 30 end"},
	{"nil", "target ~= nil", "function(agent) return agent.target ~= nil end"},
	{"two", "hp < 30 and target ~= nil", "function(agent) return agent.hp < 30 and agent.target ~= nil end"},
	{"square", "(target - x) ^ 2 < 4", "function(agent) return (agent.target - agent.x) ^ 2 < 4 end"},
	{"param", "dist <= params.reach", "function(agent, params) return agent.dist <= params.reach end"},
	{"text", `mood == "angry"`, `function(agent) return agent.mood == "angry" end`},
	{"helper", "h.add(x, target) > 3", "function(agent) return h.add(agent.x, agent.target) > 3 end"},
	{"ran", `ran("root", 2)`, `function(agent) return bt.ran("root", 2) end`},
}

// benchHelpers holds helpers of several shapes.
var benchHelpers = []helper.Helper{
	helper.Func("zero(): Zero.", func() float64 { return 0 }),
	helper.Func("add(a, b): The sum.", func(a, b float64) float64 { return a + b }),
	helper.Func("near(a, b, c): Of three.", func(a, b, c float64) bool { return a-b < c }),
	helper.Func("vec(x, y): Makes a vector.", func(x, y float64) value.Vector { return value.Vector{X: x, Y: y} }),
	helper.Func("loud(s): In capitals.", strings.ToUpper),
}

// newBench returns an asker and the binding of a behavior with a precondition. The agent of the asker has the
// fields that sameTests read.
func newBench(t testing.TB, hook string) (*asker, engine.Binding) {
	t.Helper()
	params := engine.Params{{Name: "reach", Value: value.Number(2)}, {Name: "goal", Value: point(1, 2)}}
	q := newAsker(t, params...)
	if err := q.runtime.Bind("h", benchHelpers...); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]float64{"hp": 20, "target": 5, "x": 4, "vx": 1, "swings": 0, "ticks": 0, "dist": 1} {
		q.agent.Set(engine.KeyOf(name), value.Number(f))
	}
	q.agent.Set(engine.KeyOf("mood"), value.String("angry"))
	q.agent.Set(engine.KeyOf("spot"), point(3, 4))
	c, problems := luabind.Compile("b.lua", "b", []byte("return { precondition = "+hook+" }"))
	if problems = append(problems, q.runtime.Load(c)...); problems.Err() != nil {
		t.Fatal(problems)
	}
	q.runtime.Install([]*luabind.Chunk{c})
	return q, c.Behavior.Code.Bind(0, params)
}

// BenchmarkCondition compares each of sameTests as a condition and as a precondition, called in the same way as by
// the engine. The two alternate, so that a change in the speed of the machine affects both. The ratio is the median
// over the rounds.
func BenchmarkCondition(b *testing.B) {
	const rounds = 25
	for _, test := range sameTests {
		b.Run(test.name, func(b *testing.B) {
			q, binding := newBench(b, test.hook)
			hook := binding.(engine.Direct)
			cond, err := q.expression(test.condition, "")
			if err != nil {
				b.Fatal(err)
			}
			var conditions, hooks, ratios []float64
			n := max(b.N/rounds, 1000) // fewer calls would be too short for the clock
			q.within(func(c *engine.Context) {
				for range rounds {
					g := perCall(n, func() { cond.Eval(c) })
					l := perCall(n, func() { hook.Ready(c) })
					conditions, hooks, ratios = append(conditions, g), append(hooks, l), append(ratios, g/l)
				}
			})
			b.ReportMetric(median(conditions), "condition-ns")
			b.ReportMetric(median(hooks), "hook-ns")
			b.ReportMetric(median(ratios), "ratio")
		})
	}
}

func perCall(n int, f func()) float64 {
	start := time.Now()
	for range n {
		f()
	}
	return float64(time.Since(start)) / float64(n)
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkKept measures counting the bytes that an agent keeps, for each entry of lists, names and small tables.
// An agent near its bound is counted between two ticks.
func BenchmarkKept(b *testing.B) {
	for _, k := range []struct{ name, value string }{{"list", "list[i] = i"}, {"names", "list['k' .. i] = true"}, {"tables", "list[i] = { i }"}} {
		b.Run(k.name, func(b *testing.B) {
			game, err := bough.OpenFS(fstest.MapFS{
				"act.lua": {Data: []byte("return { behavior = function(agent) local list = {} agent.list = list for i = 1, 5000 do " + k.value + " end end }")},
				"main.bt": {Data: []byte("tree main\n  act\n")},
			}, bough.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer game.Close()
			a, err := game.Spawn("main", nil)
			if err != nil {
				b.Fatal(err)
			}
			game.Tick(time.Second)
			for b.Loop() {
				if bytes, _ := game.Kept(a); bytes < 100_000 {
					b.Fatalf("%d bytes", bytes)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5000, "ns/entry")
		})
	}
}
