package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// guardMark is what getmetatable shows of a guard table.
const guardMark = lua.LString("read-only")

// keyTarget is where the metatable of a guard table keeps what it stands for, if
// its __index does not tell; scripts cannot reach it.
const keyTarget = "target"

// guardTable returns an empty table that stands for target where a script must
// not write: reading goes through at the cost of one look-up, writing raises an
// error that names what was written.
func (s *State) guardTable(target *lua.LTable, what string) *lua.LTable {
	return s.standIn(target, target, func(key lua.LValue) string { return s.refusal(what, key) })
}

// standIn returns an empty table that reads by index and answers a write with an
// error.
func (s *State) standIn(target *lua.LTable, index lua.LValue, refuse func(key lua.LValue) string) *lua.LTable {
	mt := s.L.NewTable()
	mt.RawSetString("__index", index)
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("%s", refuse(L.Get(2)))
		return 0
	}))
	mt.RawSetString("__len", s.length)
	mt.RawSetString("__metatable", guardMark)
	mt.RawSetString(keyTarget, target)
	return &lua.LTable{Metatable: mt}
}

// length answers # of a guard table.
func length(L *lua.LState) int {
	L.Push(lua.LNumber(targetOf(L.CheckTable(1)).Len()))
	return 1
}

// guardDeep guards a table and the tables in it.
func (s *State) guardDeep(t *lua.LTable, what string) *lua.LTable {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		if inner, ok := v.(*lua.LTable); ok {
			t.RawSet(k, s.guardDeep(inner, what+"."+k.String()))
		}
	}
	return s.guardTable(t, what)
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
	index := s.L.NewFunction(func(L *lua.LState) int {
		v := target.RawGet(L.Get(2))
		if name, ok := L.Get(2).(lua.LString); ok {
			c.NoteRead(string(name), show(v))
		}
		L.Push(v)
		return 1
	})
	return s.standIn(target, index, func(key lua.LValue) string { return s.refusal("the agent", key) })
}

// isGuarded tells whether a script must not write a table: a guard table or a
// board.
func isGuarded(t *lua.LTable) bool {
	mt, ok := t.Metatable.(*lua.LTable)
	return ok && mt.RawGetString("__metatable") == guardMark
}

// targetOf returns the table that t stands for, or t itself. It lets functions
// that do not ask metatables see through guard tables.
func targetOf(t *lua.LTable) *lua.LTable {
	if !isGuarded(t) {
		return t
	}
	mt := t.Metatable.(*lua.LTable)
	if target, ok := mt.RawGetString("__index").(*lua.LTable); ok {
		return target
	}
	if target, ok := mt.RawGetString(keyTarget).(*lua.LTable); ok {
		return target
	}
	return t
}
