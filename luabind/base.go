//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// registerBase replaces what must know about guard tables and logging.
func (s *State) registerBase(g *lua.LTable) {
	set := func(name string, f lua.LGFunction) { g.RawSetString(name, s.L.NewFunction(f)) }
	next := s.L.NewFunction(s.next)
	g.RawSetString("next", next)
	set("pairs", func(L *lua.LState) int {
		t := L.CheckTable(1)
		if isFrozen(t) {
			L.Push(s.frozenNext)
		} else {
			L.Push(next)
			t = targetOf(t)
		}
		L.Push(t)
		L.Push(lua.LNil)
		return 3
	})
	step := s.L.NewFunction(s.ipairsStep)
	set("ipairs", func(L *lua.LState) int {
		t := L.CheckTable(1)
		if !isFrozen(t) {
			t = targetOf(t)
		}
		L.Push(step)
		L.Push(t)
		L.Push(lua.LNumber(0))
		return 3
	})
	set("rawset", func(L *lua.LState) int {
		t := L.CheckTable(1)
		L.CheckAny(2)
		L.CheckAny(3)
		s.refuseReserved(L, t, L.Get(2))
		t.RawSet(L.Get(2), L.Get(3))
		L.Push(t)
		return 1
	})
	setmetatable := g.RawGetString("setmetatable").(*lua.LFunction).GFunction
	set("setmetatable", func(L *lua.LState) int {
		// The library lets scripts change what all numbers or functions do.
		if s.isAgent(L.CheckTable(1)) {
			L.RaiseError("setmetatable: the agent cannot have a metatable, since guards and Go read its fields as they are")
		}
		if t := L.CheckTable(1); isFrozen(t) {
			s.refuseCall(L, "setmetatable", t)
		}
		return setmetatable(L)
	})
	getmetatable := g.RawGetString("getmetatable").(*lua.LFunction).GFunction
	set("getmetatable", func(L *lua.LState) int {
		if t, ok := L.Get(1).(*lua.LTable); ok && isFrozen(t) {
			L.Replace(1, targetOf(t)) // which has the metatable that t has otherwise
			if s.watched.standIn == t {
				L.Push(guardMark)
				return 1
			}
			n := getmetatable(L)
			L.Replace(-1, s.readFrom(t, keyMeta, L.Get(-1)))
			return n
		}
		return getmetatable(L)
	})
	set("tostring", func(L *lua.LState) int {
		L.Push(lua.LString(plainText(L, L.CheckAny(1))))
		return 1
	})
	s.registerTrusting(g)
	set(nameConcat, s.concat)
	set(nameLength, s.lengthOf)
	set(nameClosure, s.closure)
	set(nameFilled, s.filled)
	set(nameDots, s.dots)
	set("print", s.log)
	set("require", s.require)
}

// next is next(t, key), which pays for the deleted entries that it passes over.
func (s *State) next(L *lua.LState) int {
	k, v, steps := strlib.Next(targetOf(L.CheckTable(1)), L.Get(2))
	if steps > 0 {
		s.charge(L, steps)
	}
	L.Push(k)
	if k == lua.LNil {
		return 1
	}
	L.Push(v)
	return 2
}

func (s *State) ipairsStep(L *lua.LState) int {
	i, t := L.CheckInt(2)+1, L.CheckTable(1)
	v := targetOf(t).RawGetInt(i)
	if v == lua.LNil {
		return 0
	}
	if isFrozen(t) {
		v = s.readFrom(t, lua.LNumber(i), v)
	}
	L.Push(lua.LNumber(i))
	L.Push(v)
	return 2
}

// refuseReserved raises an error if the key is one that only the engine sets.
func (s *State) refuseReserved(L *lua.LState, t *lua.LTable, key lua.LValue) {
	if (key == lua.LString(fieldID) || key == lua.LString(fieldName)) && s.isAgent(t) {
		L.RaiseError("agent.%s is set by the engine and cannot be written", key)
	}
}

// isAgent tells whether t is the agent of the hook under way.
func (s *State) isAgent(t *lua.LTable) bool {
	if s.ctx == nil {
		return false
	}
	own, ok := s.ctx.Agent().Fields().(*fields)
	return ok && own.table() == t
}

// plainText is tostring, but for tables, functions and coroutines, whose
// addresses differ from run to run: it gives their type.
func plainText(L *lua.LState, v lua.LValue) string {
	if L.GetMetaField(v, "__tostring").Type() == lua.LTFunction {
		v = L.ToStringMeta(v)
	}
	return typeText(v)
}

// The functions that read or write the table they are given as their first
// argument, without asking its metatable. Those that read see through a guard
// table, those that write refuse it.
var (
	rawReaders = map[string][]string{"": {"next", "rawget", "unpack"}, "table": {"concat", "maxn"}}
	rawWriters = map[string][]string{"": {"rawset"}, "table": {"insert", "remove", "sort"}}
)

// registerGuards makes functions that work on raw tables respect guard tables.
func (s *State) registerGuards(g *lua.LTable) {
	s.wrapAll(g, rawReaders, func(name string, f lua.LGFunction) lua.LGFunction {
		return func(L *lua.LState) int {
			t, ok := L.Get(1).(*lua.LTable)
			if !ok {
				return f(L)
			}
			L.Replace(1, targetOf(t))
			arg := L.Get(2)
			n := f(L)
			if isFrozen(t) {
				s.freezeResults(L, name, t, arg, n)
			}
			return n
		}
	})
	s.frozenNext = g.RawGetString("next").(*lua.LFunction)
	s.wrapAll(g, rawWriters, func(name string, f lua.LGFunction) lua.LGFunction {
		return func(L *lua.LState) int {
			if t, ok := L.Get(1).(*lua.LTable); ok && isGuarded(t) {
				s.refuseCall(L, name, t)
			}
			return f(L)
		}
	})
}

// wrapAll replaces functions of libraries by what wrap makes of them.
func (s *State) wrapAll(g *lua.LTable, libs map[string][]string, wrap func(name string, f lua.LGFunction) lua.LGFunction) {
	for lib, names := range libs {
		t, prefix := g, ""
		if lib != "" {
			t, prefix = g.RawGetString(lib).(*lua.LTable), lib+"."
		}
		for _, n := range names {
			f := t.RawGetString(n).(*lua.LFunction).GFunction
			t.RawSetString(n, s.L.NewFunction(wrap(prefix+n, f)))
		}
	}
}
