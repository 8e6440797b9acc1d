//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// guardMark is what getmetatable shows of a guard table.
const guardMark = lua.LString("read-only")

// guardMeta is the metatable of the metatables of guard tables, by which they are known.
// Scripts cannot reach it, so that no table can pretend to be one.
var guardMeta = &lua.LTable{Metatable: lua.LNil}

// keyTarget is where the metatable of a guard table keeps what it stands for, if
// its __index does not tell; scripts cannot reach it.
const keyTarget = "target"

// guardTable returns an empty table that stands for target where a script must
// not write: reading goes through at the cost of one look-up, writing raises an
// error that names what was written.
func (s *State) guardTable(target *lua.LTable, what string) *lua.LTable {
	return s.readOnlyTable(target, target, what)
}

// readOnlyTable returns an empty table that reads by index and refuses to be written
// with a message that calls it what.
func (s *State) readOnlyTable(target *lua.LTable, index lua.LValue, what string) *lua.LTable {
	t := s.standIn(target, index, func(L *lua.LState, key lua.LValue) { s.refuseWrite(L, what, key) })
	t.Metatable.(*lua.LTable).RawSetString(keyWhat, lua.LString(what))
	return t
}

// standIn returns an empty table that reads by index and answers a write with the error
// that refuse raises. It touches nothing of the state that changes: code is bound while
// hooks run.
func (s *State) standIn(target *lua.LTable, index lua.LValue, refuse func(L *lua.LState, key lua.LValue)) *lua.LTable {
	mt := newTable(0, 8)
	mt.RawSetString("__index", index)
	mt.RawSetString("__newindex", &lua.LFunction{IsG: true, Env: s.root.Env, GFunction: func(L *lua.LState) int {
		refuse(L, L.Get(2))
		return 0
	}})
	mt.RawSetString("__len", s.length)
	mt.RawSetString("__metatable", guardMark)
	mt.RawSetString(keyTarget, target)
	mt.Metatable = guardMeta
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

// agentStandIn returns the table that stands for an agent where it must not be
// written: reading goes through, and freezes what is read.
func (s *State) agentStandIn(agent *lua.LTable, index lua.LGFunction) *lua.LTable {
	t := s.readOnlyTable(agent, s.L.NewFunction(index), "the agent")
	t.Metatable.(*lua.LTable).RawSetString(keyFrozen, lua.LTrue)
	return t
}

// guardOf returns the table that stands for an agent in Decide. One serves all agents
// of a state in turn, as there is never more than one hook under way.
func (s *State) guardOf(agent *lua.LTable) *lua.LTable {
	if s.guard == nil {
		s.guard = s.agentStandIn(agent, func(L *lua.LState) int {
			key := L.Get(2)
			L.Push(s.frozenValue(s.watched.agent.RawGet(key), "agent", key))
			return 1
		})
	}
	s.guard.Metatable.(*lua.LTable).RawSetString(keyTarget, agent)
	return s.guard
}

// recordTable stands for an agent while a decision is explained: it notes each
// field that is read.
func (s *State) recordTable(agent *lua.LTable, c *engine.Context) *lua.LTable {
	return s.agentStandIn(agent, func(L *lua.LState) int {
		key := L.Get(2)
		v := agent.RawGet(key)
		if name, ok := key.(lua.LString); ok {
			c.NoteRead(string(name), show(v))
		}
		L.Push(s.frozenValue(v, "agent", key))
		return 1
	})
}

// isGuarded tells whether a script must not write a table: a guard table or a
// board.
func isGuarded(t *lua.LTable) bool {
	mt, ok := t.Metatable.(*lua.LTable)
	return ok && mt.Metatable == guardMeta
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
