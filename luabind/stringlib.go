//go:build !luacore

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
		if f.Name == "gmatch" {
			f.Call = s.iterating(f.Call)
		}
		lib.RawSetString(f.Name, s.L.NewFunction(f.Call))
	}
	// Methods of strings, as in s:rep(3), are looked up in the metatable that
	// all strings share.
	mt := s.L.NewTable()
	mt.RawSetString("__index", g.RawGetString("string"))
	mt.RawSetString("__metatable", guardMark)
	s.L.SetMetatable(lua.LString(""), mt)
}

// charge takes n instructions from the budget.
func (s *State) charge(L *lua.LState, n int) {
	if s.limit > 0 && !s.budget.spend(n) {
		L.RaiseError("%s", s.budget.Err())
	}
}
