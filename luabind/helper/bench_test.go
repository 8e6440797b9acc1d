package helper_test

import (
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// usual holds functions of the usual types, each with the arguments of a call.
var usual = []struct {
	name, args string
	fn         any
	allocs     float64 // number of allocations in a call
}{
	{"f() number", "", func() float64 { return 1 }, 0},
	{"f(number) number", "2", func(a float64) float64 { return a }, 0},
	{"f(4 numbers) bool", "1, 2, 3, 4", func(a, b, c, d float64) bool { return a+b < c+d }, 0},
	{"f(8 numbers) number", "1, 2, 3, 4, 5, 6, 7, 8", func(a, b, c, d, e, f, g, h float64) float64 { return a + b + c + d + e + f + g + h }, 0},
	{"f(4 numbers) 2 numbers", "1, 2, 3, 4", func(a, b, c, d float64) (x, y float64) { return a + b, c + d }, 0},
	{"f(context) number", "", func(c *engine.Context) float64 { return 1 }, 0},
	{"f(context, string) bool", "name", func(c *engine.Context, s string) bool { return s == "wolf" }, 0},
	{"f(int, number) maybe int", "1, 2", func(id int, reach float64) *int { return &seven }, 0},
	{"f(id, id) bool", "1, 2", func(a, b engine.AgentID) bool { return a < b }, 0},
	{"f(string) string", "name", func(s string) string { return s }, 1},
	{"f(vector, vector) number", "at, at", func(a, b value.Vector) float64 { return a.X - b.X + a.Y - b.Y }, 0},
	{"f(vector) vector", "at", func(a value.Vector) value.Vector { return a }, 2},
	{"f(vector, vector) vector", "at, at", func(a, b value.Vector) value.Vector { return value.Vector{X: a.X + b.X, Y: a.Y + b.Y} }, 2},
	{"f(id, number) ids", "1, 2", func(id engine.AgentID, reach float64) []engine.AgentID { return pack }, 2},
	{"f(value) number", "troll", func(v value.Value) float64 { e, _ := v.Ref().(*entity); return float64(e.Health()) }, 0},
	{"f(value) value", "troll", func(v value.Value) value.Value { return v }, 0},
	{"f(number) number, error", "2", func(a float64) (float64, error) { return a, nil }, 0},
	{"f(handle) number", "troll", func(e *entity) float64 { return float64(e.Health()) }, 0},
	{"f(handle) int", "troll", (*entity).Health, 0},
	{"f(handle) handle", "troll", func(e *entity) *entity { return e }, 0},
	{"f(handle, number) bool", "troll, 2", func(e *entity, n float64) bool { return e != nil && n > 1 }, 0},
	{"f(handle, handle) bool", "troll, troll", func(a, b *entity) bool { return a == b }, 0},
	{"f(handle, string) bool", "troll, name", func(e *entity, s string) bool { return s == "wolf" }, 0},
	{"f(id) handle", "5", func(id engine.AgentID) *entity { return troll }, 0},
	{"f(context) handle", "", func(*engine.Context) *entity { return troll }, 0},
	{"f(struct) number", "at", func(p point) float64 { return p.X }, 1},
}

type point struct{ X, Y float64 }

type entity struct {
	hp    int
	enemy *entity
}

// Health is a method, so that a pointer to an entity is a handle.
func (e *entity) Health() int {
	if e == nil {
		return 0
	}
	return e.hp
}

type healthy interface{ Health() int }

var (
	seven = 7
	pack  = []engine.AgentID{3, 5}
	troll = &entity{hp: 5}
)

// times returns a function that calls f n times in a loop of a script.
func times(tb testing.TB, f *lua.Function, args string, n int) func() {
	tb.Helper()
	g := lua.NewTable(0, 8)
	for name, v := range map[string]lua.Value{"f": f.Value(), "n": lua.Number(float64(n)), "name": lua.String("wolf"),
		"at": helper.FromValue(value.VectorOf(value.Vector{X: 1, Y: 2})), "troll": lua.Handle(troll)} {
		if err := g.Set(lua.Name(name), v); err != nil {
			tb.Fatal(err)
		}
	}
	chunk, err := lua.Compile(lua.Source{Name: "a.lua", Text: "local f, name, at, troll = f, name, at, troll return function() for i = 1, n do f(" + args + ") end end"})
	if err != nil {
		tb.Fatal(err)
	}
	s := lua.NewState()
	run, err := s.Call1(chunk.Function(g))
	if err != nil {
		tb.Fatal(err)
	}
	return func() {
		if _, err := s.Call1(run.Function()); err != nil {
			tb.Fatal(err)
		}
	}
}

var inHook = helper.Options{Namespace: "go", Context: func(*lua.Call) *engine.Context { return someone }}

// BenchmarkCall measures a call of a helper from a script, both directly and by reflection. For comparison it also
// measures a call of a Go function that does nothing.
func BenchmarkCall(b *testing.B) {
	const n = 1000
	bench := func(name string, f *lua.Function, args string) {
		b.Run(name, func(b *testing.B) {
			run := times(b, f, args, n)
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/call")
		})
	}
	bench("nothing", lua.NewFunction("f", func(*lua.Call) error { return nil }), "")
	for _, u := range usual {
		h := helperFor(u.fn)
		bench(u.name+"/direct", h.Function(inHook), u.args)
		bench(u.name+"/reflected", helper.Reflected(h, inHook), u.args)
	}
}

// helperFor returns a helper for a function with any types of parameters.
func helperFor(fn any) (h helper.Helper) {
	for n := range 9 {
		signature := "f(" + "a, b, c, d, e, f, g, h"[:max(0, 3*n-2)] + "): x"
		if h = helper.Func(signature, fn); h.Check() != nil {
			continue
		}
		if h = helper.FuncOf[*entity](signature, fn); !helper.Direct(h) {
			h = helper.FuncOf[point](signature, fn)
		}
		break
	}
	return h
}
