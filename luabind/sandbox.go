//go:build !luacore

package luabind

import (
	"math"

	"github.com/bough-dev/bough/engine"
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
		{"table", lua.OpenTable, nil},
		{"string", lua.OpenString, []string{"len"}},
		{"math", lua.OpenMath, []string{"abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod",
			"frexp", "huge", "ldexp", "log", "log10", "max", "min", "modf", "pi", "pow", "rad", "sin", "sinh", "sqrt", "tan", "tanh"}},
		{"coroutine", lua.OpenCoroutine, []string{"create", "resume", "status"}},
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
	s.registerMath(g.RawGetString("math").(*lua.LTable))
	s.registerBounded(g)
	s.registerGuards(g)
	g.RawSetString("bt", s.api())
	for _, name := range []string{"table", "string", "math", "coroutine", "bt"} {
		g.RawSetString(name, s.seal(g.RawGetString(name).(*lua.LTable), name))
	}
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

// seal returns what scripts see of a table that all of them share.
func (s *State) seal(t *lua.LTable, what string) *lua.LTable {
	return s.standIn(t, t, func(L *lua.LState, key lua.LValue) {
		L.RaiseError("%s is shared by all scripts and cannot be changed: %s was written", what, show(key))
	})
}

// registerMath mends math.huge, which the library has as the greatest finite
// number, and adds math.random.
func (s *State) registerMath(m *lua.LTable) {
	m.RawSetString("huge", lua.LNumber(math.Inf(1)))
	s.registerRandom(m)
	for k, v := m.Next(lua.LNil); k != lua.LNil; k, v = m.Next(k) {
		if f, ok := v.(*lua.LFunction); ok {
			f.GFunction = s.payingDigits(f.GFunction)
		}
	}
}

// registerRandom makes math.random draw from the agent's generator, and takes
// math.randomseed away: the world's seed decides.
func (s *State) registerRandom(m *lua.LTable) {
	m.RawSetString("random", s.L.NewFunction(func(L *lua.LState) int {
		if s.ctx == nil {
			L.RaiseError("math.random cannot be used while a file is loaded, since there is no agent yet; draw in on_enter")
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

// checkInterval raises an error if there is no whole number from lo to hi, or too many.
func checkInterval(L *lua.LState, lo, hi float64) {
	if hi >= lo && hi-lo <= 1<<53 {
		return
	}
	first, last := engine.FormatNumber(lo), engine.FormatNumber(hi)
	switch {
	case !(hi < lo):
		L.RaiseError("math.random: %s to %s is no interval, or too large a one", first, last)
	case L.GetTop() == 1:
		L.RaiseError("math.random(%s): there is no whole number from 1 to %s; for a fraction from 0 to 1 write math.random()", last, last)
	}
	L.RaiseError("math.random(%s, %s): the smaller number comes first; write math.random(%s, %s)", first, last, last, first)
}

func (s *State) randomRange(L *lua.LState, lo, hi float64) float64 {
	checkInterval(L, lo, hi)
	return s.ctx.Rand().IntRange(lo, hi)
}
