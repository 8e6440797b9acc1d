package luabind

import (
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// registerBounded replaces the functions of Lua's string and table libraries
// that could run away inside one call, which is one instruction to the VM: what
// they do is charged to the budget.
func (s *State) registerBounded(g *lua.LTable) {
	charge := s.charge
	if s.limit <= 0 {
		charge = nil
	}
	for _, f := range append(strlib.Strings(charge), strlib.Tables(charge)...) {
		lib := g
		if f.Lib != "" {
			lib = g.RawGetString(f.Lib).(*lua.LTable)
		}
		call := f.Call
		if f.Lib == "table" && f.Name != "concat" {
			call = refuseGuarded(call)
		}
		lib.RawSetString(f.Name, s.L.NewFunction(call))
	}
	// Methods of strings, as in s:rep(3), are looked up in the metatable that
	// all strings share.
	mt := s.L.NewTable()
	mt.RawSetString("__index", g.RawGetString("string"))
	mt.RawSetString("__metatable", guardMark)
	s.L.SetMetatable(lua.LString(""), mt)
}

// refuseGuarded keeps a function that writes to its first argument, as the
// library's do without asking metatables, from writing to what is read-only.
func refuseGuarded(call lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		if t, ok := L.Get(1).(*lua.LTable); ok && isGuarded(t) {
			L.RaiseError("the table is read-only; copy it first")
		}
		return call(L)
	}
}

// charge takes n instructions from the budget.
func (s *State) charge(L *lua.LState, n int) {
	if s.budget.left -= n; s.budget.left < 0 {
		L.RaiseError("%s", errBudget)
	}
}
