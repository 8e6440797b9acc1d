package luabind

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"
)

// What scripts get of Lua's own libraries. Missing are: what reaches outside
// (os, io, dofile, loadfile, package, debug), what defeats the checks made when
// a file is loaded (load, loadstring, setfenv, getfenv, module, newproxy), and
// what stops the game (collectgarbage). What could run away inside one call is
// added in stringlib.go.
var (
	safeBase = []string{"assert", "error", "getmetatable", "ipairs", "next", "pcall",
		"rawequal", "rawget", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall"}
	safeLibs = []struct {
		name  string
		open  lua.LGFunction
		names []string
	}{
		{"table", lua.OpenTable, []string{"maxn"}},
		{"string", lua.OpenString, []string{"len"}},
		{"math", lua.OpenMath, []string{"abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod",
			"frexp", "huge", "ldexp", "log", "log10", "max", "min", "modf", "pi", "pow", "rad", "sin", "sinh", "sqrt", "tan", "tanh"}},
		{"coroutine", lua.OpenCoroutine, []string{"create", "resume", "status", "yield"}},
	}
)

// openSandbox returns the table of globals that all scripts of a state share.
// Each file has its own environment in front of it.
func (s *State) openSandbox() *lua.LTable {
	base := s.open("", lua.OpenBase)
	g := pick(base, safeBase)
	for _, lib := range safeLibs {
		t := pick(s.open(lib.name, lib.open), lib.names)
		g.RawSetString(lib.name, t)
	}
	s.registerBase(g)
	s.registerCoroutines(g.RawGetString("coroutine").(*lua.LTable))
	s.registerRandom(g.RawGetString("math").(*lua.LTable))
	s.registerBounded(g)
	g.RawSetString("bt", s.api())
	for _, name := range []string{"table", "string", "math", "coroutine", "bt"} {
		s.seal(g.RawGetString(name).(*lua.LTable), name)
	}
	s.seal(g, "the globals")
	return g
}

func (s *State) open(name string, open lua.LGFunction) *lua.LTable {
	s.L.Push(s.L.NewFunction(open))
	s.L.Push(lua.LString(name))
	s.L.Call(1, 1)
	t := s.L.Get(-1).(*lua.LTable)
	s.L.Pop(1)
	return t
}

func pick(from *lua.LTable, names []string) *lua.LTable {
	t := &lua.LTable{Metatable: lua.LNil}
	for _, n := range names {
		t.RawSetString(n, from.RawGetString(n))
	}
	return t
}

// seal keeps scripts from adding to a table that all of them share.
// Overwriting what is there is found when the file is checked.
func (s *State) seal(t *lua.LTable, what string) {
	mt := s.L.NewTable()
	mt.RawSetString("__metatable", guardMark)
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("%s is shared by all scripts and cannot be changed: %s was written", what, show(L.Get(2)))
		return 0
	}))
	t.Metatable = mt
}

// registerBase replaces what must know about guard tables and logging.
func (s *State) registerBase(g *lua.LTable) {
	next := g.RawGetString("next")
	set := func(name string, f lua.LGFunction) { g.RawSetString(name, s.L.NewFunction(f)) }
	set("pairs", func(L *lua.LState) int {
		L.Push(next)
		L.Push(targetOf(L.CheckTable(1)))
		L.Push(lua.LNil)
		return 3
	})
	set("rawset", func(L *lua.LState) int {
		t := L.CheckTable(1)
		if isGuarded(t) {
			L.RaiseError("rawset on a read-only table")
		}
		L.CheckAny(2)
		L.CheckAny(3)
		t.RawSet(L.Get(2), L.Get(3))
		L.Push(t)
		return 1
	})
	set("print", s.log)
	set("require", s.require)
}

// wrapSource defines coroutine.wrap by create and resume, whose threads count
// instructions; the library's own wrap makes threads that do not.
const wrapSource = `local create, resume, raise = ...
local function pass(ok, ...)
  if not ok then raise((...), 0) end
  return ...
end
return function(f)
  local co = create(f)
  return function(...) return pass(resume(co, ...)) end
end`

// registerCoroutines replaces create and wrap: a thread of the library's own
// making would not count instructions.
func (s *State) registerCoroutines(co *lua.LTable) {
	create := co.RawGetString("create")
	co.RawSetString("running", s.L.NewFunction(func(L *lua.LState) int {
		if L == s.L {
			L.Push(lua.LNil)
		} else {
			L.Push(L)
		}
		return 1
	}))
	counted := s.L.NewFunction(func(L *lua.LState) int {
		L.CheckFunction(1)
		L.Push(create)
		L.Push(L.Get(1))
		L.Call(1, 1)
		if s.runtime.budget > 0 {
			L.Get(-1).(*lua.LState).SetContext(&s.budget)
		}
		return 1
	})
	co.RawSetString("create", counted)
	fn, err := s.L.LoadString(wrapSource)
	if err != nil {
		panic(fmt.Sprintf("luabind: wrapSource: %v", err))
	}
	s.L.Push(fn)
	s.L.Push(counted)
	s.L.Push(co.RawGetString("resume"))
	s.L.Push(s.L.GetGlobal("error"))
	s.L.Call(3, 1)
	co.RawSetString("wrap", s.L.Get(-1))
	s.L.Pop(1)
}

// registerRandom makes math.random draw from the agent's generator, and takes
// math.randomseed away: the world's seed decides.
func (s *State) registerRandom(m *lua.LTable) {
	m.RawSetString("random", s.L.NewFunction(func(L *lua.LState) int {
		if s.ctx == nil {
			L.RaiseError("math.random cannot be used while a file is loaded, since every worker loads it; draw in on_enter")
		}
		r := s.ctx.Rand()
		switch L.GetTop() {
		case 0:
			L.Push(lua.LNumber(r.Float64()))
		case 1:
			L.Push(lua.LNumber(s.randomRange(L, 1, float64(L.CheckNumber(1)))))
		default:
			L.Push(lua.LNumber(s.randomRange(L, float64(L.CheckNumber(1)), float64(L.CheckNumber(2)))))
		}
		return 1
	}))
}

func (s *State) randomRange(L *lua.LState, lo, hi float64) float64 {
	if !(hi >= lo) || hi-lo > 1<<53 {
		L.RaiseError("math.random: the interval %v to %v is empty or too large", lo, hi)
	}
	return s.ctx.Rand().IntRange(lo, hi)
}
