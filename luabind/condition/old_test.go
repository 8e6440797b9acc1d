//go:build !luacore

package condition_test

import (
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/condition"
	"github.com/bough-dev/bough/luabind/lua"
)

// oldNames are named conditions for package luabind.
type oldNames struct{ conditions }

func (n oldNames) Named(name string) (string, diag.Pos, string, luabind.Names, bool) {
	text, pos, line, _, ok := n.conditions.Named(name)
	return text, pos, line, n, ok
}

// BenchmarkCondition times the same condition here and as package luabind evaluates it in Go. The two take turns,
// so that a machine which changes its speed does so for both.
func BenchmarkCondition(b *testing.B) {
	h := newHost()
	h.names = conditions{"hurt": "hp < 30"}
	numbers := map[string]float64{"hp": 20, "target": 5, "x": 4, "dist": 1}
	for name, n := range numbers {
		h.set(name, n)
	}
	h.set("mood", "angry")
	_ = h.params.Set(lua.Name("reach"), lua.Number(2))
	r := luabind.NewRuntime(luabind.Options{})
	defer r.Close()
	if err := r.Bind("h", luabind.Func("add(a, b): A sum.", func(a, b float64) float64 { return a + b })); err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{
		"hp < 30", "target ~= nil", "hp < 30 and target ~= nil", "hurt", "hurt and target ~= nil", "(target - x) ^ 2 < 4",
		"dist <= params.reach", `mood == "angry"`, "h.add(x, target) > 3", "math.max(x, target) > 3", `ran("root", 2)`,
	} {
		b.Run(text, func(b *testing.B) {
			c := h.mustCompile(b, text)
			agent, params := h.agent.Value(), h.params.Value()
			old, problems := r.Condition(text, diag.Pos{File: "main.bt", Line: 1, Col: 1}, text, oldNames{h.names.(conditions)})
			if problems.Err() != nil {
				b.Fatal(problems)
			}
			within(b, r, numbers, func(ctx *engine.Context) {
				const rounds = 25
				n := max(b.N/rounds, 1000)
				var here, there []float64
				for range rounds {
					here = append(here, perCall(n, func() { _, _ = c.Test(h.state, agent, params) }))
					there = append(there, perCall(n, func() { _, _ = old.Eval(ctx) }))
				}
				slices.Sort(here)
				slices.Sort(there)
				b.ReportMetric(here[0], "ns-min")
				b.ReportMetric(here[rounds/2], "ns-median")
				b.ReportMetric(there[0], "old-min")
				b.ReportMetric(there[rounds/2], "old-median")
			})
		})
	}
}

// within calls f where package luabind may evaluate a condition.
func within(b *testing.B, r *luabind.Runtime, numbers map[string]float64, f func(*engine.Context)) {
	var ids behaviors.IDs
	done := false
	native := &behaviors.Native{Precondition: func(c *engine.Context) bool {
		if !done {
			done = true
			f(c)
		}
		return false
	}}
	root := &engine.Node{Name: "root", Behavior: native.Define("root", &ids), Params: engine.Params{{Name: "reach", Value: engine.Number(2)}}}
	prog, err := engine.Compile(engine.Definition{Name: "main", Root: root})
	if err != nil {
		b.Fatal(err)
	}
	w := engine.NewWorld(engine.Options{NewFields: r.NewFields})
	defer w.Close()
	a := w.Spawn(prog, "main")
	for name, n := range numbers {
		a.Set(engine.KeyOf(name), engine.Number(n))
	}
	a.Set(engine.KeyOf("mood"), engine.String("angry"))
	w.Tick(0)
}

func perCall(n int, f func()) float64 {
	start := time.Now()
	for range n {
		f()
	}
	return float64(time.Since(start)) / float64(n)
}

// BenchmarkCompile times compiling a guard.
func BenchmarkCompile(b *testing.B) {
	h := newHost()
	const text = "hp < 30 and target ~= nil or dist <= params.reach"
	r := luabind.NewRuntime(luabind.Options{})
	defer r.Close()
	pos := diag.Pos{File: "main.bt", Line: 1, Col: 1}
	b.Run("here", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h.compiler.Compile(condition.Source{Text: text, Pos: pos, Line: text})
		}
	})
	b.Run("old", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r.Condition(text, pos, text, nil)
		}
	})
}
