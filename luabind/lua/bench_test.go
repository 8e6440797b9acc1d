package lua_test

import (
	"embed"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
	gopher "github.com/yuin/gopher-lua"
)

//go:embed testdata/bench
var benchScripts embed.FS

func benchScript(b *testing.B, name string) string {
	text, err := benchScripts.ReadFile("testdata/bench/" + name)
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}

// side is an interpreter that runs a benchmark's script.
type side[V any] struct {
	global func(name string) V
	// call calls a function with one argument and returns its result.
	call func(fn, arg V) V
	// field returns a field of a table.
	field  func(table V, name string) V
	number func(n float64) V
	truth  func(v V) bool
}

func ours(b *testing.B, name string) side[lua.Value] {
	s := lua.NewState()
	globals := lib.Open(s, lib.Options{})
	chunk, err := lua.Compile(lua.Source{Name: name, Text: benchScript(b, name)})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.Call(chunk.Function(globals).Value()); err != nil {
		b.Fatal(err)
	}
	return side[lua.Value]{
		global: func(name string) lua.Value { return globals.Get(lua.Name(name)) },
		call: func(fn, arg lua.Value) lua.Value {
			v, err := s.Call1(fn.Function(), arg)
			if err != nil {
				b.Fatal(err)
			}
			return v
		},
		field:  func(t lua.Value, name string) lua.Value { return t.Table().Get(lua.Name(name)) },
		number: lua.Number,
		truth:  lua.Value.Truth,
	}
}

// theirs returns gopher-lua after it has run a script. Its calls are unprotected, which is faster.
func theirs(b *testing.B, name string) side[gopher.LValue] {
	s := gopher.NewState()
	if err := s.DoString(benchScript(b, name)); err != nil {
		b.Fatal(err)
	}
	return side[gopher.LValue]{
		global: s.GetGlobal,
		call: func(fn, arg gopher.LValue) gopher.LValue {
			s.Push(fn)
			s.Push(arg)
			s.Call(1, 1)
			v := s.Get(-1)
			s.Pop(1)
			return v
		},
		field:  s.GetField,
		number: func(n float64) gopher.LValue { return gopher.LNumber(n) },
		truth:  gopher.LVAsBool,
	}
}

// node is a node of the guards' behavior tree. A node runs its first child whose precondition is true.
type node[V any] struct {
	precondition, behavior V
	child, next            *node[V]
}

// guards returns a function that ticks 1000 guards. That function walks the behavior tree itself, without package
// engine.
func guards[V any](b *testing.B, s side[V]) func() {
	at := func(name string) *node[V] {
		t := s.global(name)
		return &node[V]{precondition: s.field(t, "precondition"), behavior: s.field(t, "behavior")}
	}
	root, flee, combat, melee, chase, patrol := at("root"), at("flee"), at("combat"), at("melee"), at("chase"), at("patrol")
	root.child, flee.next, combat.next, combat.child, melee.next = flee, combat, patrol, melee, chase
	agents := make([]V, 1000)
	for i := range agents {
		agents[i] = s.call(s.global("make"), s.number(float64(i)))
	}
	return func() {
		for _, a := range agents {
			for n := root; n != nil; {
				if s.truth(n.precondition) && !s.truth(s.call(n.precondition, a)) {
					n = n.next
					continue
				}
				if s.truth(n.behavior) {
					s.call(n.behavior, a)
				}
				n = n.child
			}
		}
	}
}

// heavy returns a function that calls the function name of the script once for each of 200 agents.
func heavy[V any](s side[V], name string) func() {
	fn, agents := s.global(name), make([]V, 200)
	for i := range agents {
		agents[i] = s.call(s.global("make"), s.number(float64(i)))
	}
	return func() {
		for _, a := range agents {
			s.call(fn, a)
		}
	}
}

// BenchmarkCore measures this interpreter and gopher-lua, in ns per agent.
func BenchmarkCore(b *testing.B) {
	run := func(name string, agents int, tick func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*agents), "ns/agent")
		})
	}
	run("guard/ours", 1000, guards(b, ours(b, "guard.lua")))
	run("guard/gopher", 1000, guards(b, theirs(b, "guard.lua")))
	for _, name := range []string{"nearest", "methods", "strings", "resume"} {
		run(name+"/ours", 200, heavy(ours(b, "heavy.lua"), name))
		run(name+"/gopher", 200, heavy(theirs(b, "heavy.lua"), name))
	}
}
