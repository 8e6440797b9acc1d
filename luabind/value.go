//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// Bounds on tables that cross from one agent to another. They are copied, so
// that no agent holds another one's table.
const (
	maxTableDepth   = 8
	maxTableEntries = 1000
)

// toValue copies a Lua value into the engine's neutral form.
func toValue(v lua.LValue) (engine.Value, error) {
	room := maxTableEntries
	return copyValue(v, maxTableDepth, &room)
}

func copyValue(v lua.LValue, depth int, room *int) (engine.Value, error) {
	switch x := v.(type) {
	case *lua.LNilType:
		return engine.Value{}, nil
	case lua.LBool:
		return engine.Bool(bool(x)), nil
	case lua.LNumber:
		return engine.Number(float64(x)), nil
	case lua.LString:
		return engine.String(string(x)), nil
	case *lua.LTable:
		return copyTable(x, depth, room)
	case *lua.LUserData:
		return engine.Other(x.Value), nil
	}
	return engine.Value{}, fmt.Errorf("a %s cannot be handed on; use numbers, strings, booleans and plain tables", v.Type())
}

func copyTable(t *lua.LTable, depth int, room *int) (engine.Value, error) {
	if depth == 0 {
		return engine.Value{}, fmt.Errorf("table nested deeper than %d levels; hand on less", maxTableDepth)
	}
	out := &engine.Table{}
	t = targetOf(t)
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		if *room--; *room < 0 {
			return engine.Value{}, fmt.Errorf("table with more than %d entries; hand on less", maxTableEntries)
		}
		key, err := copyValue(k, 1, room)
		if err != nil {
			return key, err
		}
		value, err := copyValue(v, depth-1, room)
		if err != nil {
			return value, err
		}
		out.Entries = append(out.Entries, engine.Entry{Key: key, Value: value})
	}
	return engine.Other(out), nil
}

// fromValue makes a Lua value of one of the engine. Tables are fresh copies;
// what has no Lua form becomes a handle.
func fromValue(v engine.Value) lua.LValue {
	switch v.Kind() {
	case engine.BoolValue:
		return lua.LBool(v.Truthy())
	case engine.NumberValue:
		return lua.LNumber(v.Float())
	case engine.StringValue:
		return lua.LString(v.Str())
	case engine.VectorValue:
		return vectorTable(v.Vec())
	case engine.OtherValue:
		switch x := v.Ref().(type) {
		case *engine.Table:
			return tableOf(x)
		case *lua.LTable:
			return x
		default:
			return handleOf(x)
		}
	}
	return lua.LNil
}

func tableOf(t *engine.Table) *lua.LTable {
	places := 0
	for places < len(t.Entries) && t.Entries[places].Key.Kind() == engine.NumberValue {
		places++
	}
	out := newTable(places, len(t.Entries)-places)
	for _, e := range t.Entries {
		out.RawSet(fromValue(e.Key), fromValue(e.Value))
	}
	return out
}

func vectorTable(p engine.Vector) *lua.LTable {
	t := newTable(0, 3)
	t.RawSetString("x", lua.LNumber(p.X))
	t.RawSetString("y", lua.LNumber(p.Y))
	if p.Z != 0 {
		t.RawSetString("z", lua.LNumber(p.Z))
	}
	return t
}

// show writes a value briefly, for explanations and messages.
func show(v lua.LValue) string {
	switch x := v.(type) {
	case lua.LNumber:
		return engine.FormatNumber(float64(x))
	case lua.LString:
		if len(x) > maxShown {
			return fmt.Sprintf("%q…", cut(string(x), maxShown))
		}
		return fmt.Sprintf("%q", string(x))
	case *lua.LTable:
		return showTable(targetOf(x))
	case *lua.LUserData:
		return typeOfHandle(x)
	}
	return typeText(v)
}

// maxShown bounds the bytes of a string in a message.
const maxShown = 40

// typeText is the text of a plain value, and the type of any other.
func typeText(v lua.LValue) string {
	switch v.Type() {
	case lua.LTTable, lua.LTFunction, lua.LTThread, lua.LTUserData, lua.LTChannel:
		return v.Type().String()
	}
	return strlib.Text(v)
}

func showTable(t *lua.LTable) string {
	x, okX := t.RawGetString("x").(lua.LNumber)
	y, okY := t.RawGetString("y").(lua.LNumber)
	if okX && okY {
		return fmt.Sprintf("{x=%s, y=%s}", engine.FormatNumber(float64(x)), engine.FormatNumber(float64(y)))
	}
	if n := t.Len(); n > 0 {
		return fmt.Sprintf("table of %d", n)
	}
	return "table"
}
