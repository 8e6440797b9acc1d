package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// guardMark is what getmetatable shows of a guard table.
const guardMark = lua.LString("read-only")

// guardTable returns an empty table that stands for target where a script must
// not write: reading goes through at the cost of one look-up, writing raises an
// error that names what was written.
func (s *State) guardTable(target *lua.LTable, what string) *lua.LTable {
	mt := s.L.NewTable()
	mt.RawSetString("__index", target)
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("%s", s.refusal(what, L.Get(2)))
		return 0
	}))
	mt.RawSetString("__metatable", guardMark)
	return &lua.LTable{Metatable: mt}
}

func (s *State) refusal(what string, key lua.LValue) string {
	if s.ctx != nil && s.ctx.Deciding() {
		return fmt.Sprintf("%s wrote %s of %s; it must not change anything, since it may be asked any number of times: move this to behavior or on_enter",
			s.ctx.Hook(), show(key), what)
	}
	return fmt.Sprintf("%s is read-only: %s was written", what, show(key))
}

// recordTable stands for an agent while a decision is explained: it notes each
// field that is read.
func (s *State) recordTable(target *lua.LTable, c *engine.Context) *lua.LTable {
	mt := s.L.NewTable()
	mt.RawSetString("__index", s.L.NewFunction(func(L *lua.LState) int {
		v := target.RawGet(L.Get(2))
		if name, ok := L.Get(2).(lua.LString); ok {
			c.NoteRead(string(name), show(v))
		}
		L.Push(v)
		return 1
	}))
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("%s", s.refusal("the agent", L.Get(2)))
		return 0
	}))
	return &lua.LTable{Metatable: mt}
}

// isGuarded tells whether t is a guard table or sealed.
func isGuarded(t *lua.LTable) bool {
	mt, ok := t.Metatable.(*lua.LTable)
	return ok && mt.RawGetString("__metatable") == guardMark
}

// targetOf returns the table that t stands for, or t itself. It lets pairs walk
// through guard tables.
func targetOf(t *lua.LTable) *lua.LTable {
	if mt, ok := t.Metatable.(*lua.LTable); ok {
		if target, ok := mt.RawGetString("__index").(*lua.LTable); ok && mt.RawGetString("__metatable") == guardMark {
			return target
		}
	}
	return t
}
