//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// handle returns the table that stands for an agent in the file: its fields, and nothing
// else. It is the same one for each word that gives the agent. What is read is the agent's
// own, so that a.pos.x can be written; what is written is copied, so that two agents never
// share a table.
func (d *Driver) handle(a *engine.Agent) *lua.LTable {
	if t := d.agents[a]; t != nil {
		return t
	}
	own := a.Fields().(*fields).table()
	t := d.s.standIn(own, d.s.L.NewFunction(func(L *lua.LState) int {
		L.Push(own.RawGet(L.Get(2)))
		return 1
	}), nil)
	t.Metatable.(*lua.LTable).RawSetString("__newindex", d.s.L.NewFunction(func(L *lua.LState) int {
		v, err := d.written(L, a)
		if err != nil {
			d.raise(L, err)
		}
		own.RawSet(L.Get(2), v)
		return 0
	}))
	d.agents[a], d.handles[t] = t, a
	return t
}

// written returns what a field of an agent is given.
func (d *Driver) written(L *lua.LState, a *engine.Agent) (lua.LValue, error) {
	if err := d.mayWrite(a, L.Get(2)); err != nil {
		return nil, err
	}
	v, err := d.data(L, L.Get(3))
	if err != nil {
		return nil, fmt.Errorf("field %s of %s: %w", show(L.Get(2)), a.Label(), err)
	}
	return fromValue(v), nil
}

// mayWrite tells what speaks against writing a field of an agent.
func (d *Driver) mayWrite(a *engine.Agent, key lua.LValue) error {
	name, ok := key.(lua.LString)
	switch {
	case !a.Alive():
		return fmt.Errorf("%s is gone; it was removed from the game", a.Label())
	case d.stub != "":
		return fmt.Errorf("the function that stands for %s writes %s of %s: that may only look, as it is called in the midst of a tick", d.stub, show(key), a.Label())
	case !ok:
		return fmt.Errorf("%s has the field %s: the names of fields are texts", a.Label(), show(key))
	case Reserved(string(name)):
		return fmt.Errorf("%s.%s is set by the engine and cannot be written", a.Name(), string(name))
	}
	return nil
}

// board returns the table that stands for a board in the file.
func (d *Driver) board(b *DriverBoard) *lua.LTable {
	s := d.s
	t := s.standIn(s.L.NewTable(), s.L.NewFunction(func(L *lua.LState) int {
		L.Push(d.s.handIn(L, b.Get(d.boardKey(L, b))))
		return 1
	}), nil)
	t.Metatable.(*lua.LTable).RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		key := d.boardKey(L, b)
		v, err := d.data(L, L.Get(3))
		if err != nil {
			d.raise(L, fmt.Errorf("board %s, entry %s: %w", b.Name, key, err))
		}
		b.Set(key, v)
		return 0
	}))
	return t
}

func (d *Driver) boardKey(L *lua.LState, b *DriverBoard) string {
	if !lua.LVCanConvToString(L.Get(2)) {
		d.raise(L, fmt.Errorf("board %s, entry %s: %w", b.Name, show(L.Get(2)), errBoardKey))
	}
	return lua.LVAsString(L.Get(2))
}
