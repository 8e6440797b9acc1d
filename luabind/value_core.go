//go:build luacore

package luabind

import (
	"fmt"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Bounds on tables that cross from one agent to another. They are copied, so that no agent holds
// another one's table.
const (
	maxTableDepth   = 8
	maxTableEntries = 1000
)

// toValue copies a Lua value into the engine's neutral form.
func toValue(v lua.Value) (engine.Value, error) {
	room := maxTableEntries
	return copyValue(v, maxTableDepth, &room)
}

func copyValue(v lua.Value, depth int, room *int) (engine.Value, error) {
	switch v.Kind() {
	case lua.KindNil:
		return engine.Value{}, nil
	case lua.KindBool:
		return engine.Bool(v.Truth()), nil
	case lua.KindNumber:
		n, _ := v.Float()
		return engine.Number(n), nil
	case lua.KindString:
		s, _ := v.Text()
		return engine.String(s), nil
	case lua.KindTable:
		return copyTable(v.Table(), depth, room)
	case lua.KindUserdata:
		x, _ := v.Data()
		return engine.Other(x), nil
	}
	return engine.Value{}, fmt.Errorf("a %s cannot be handed on; use numbers, strings, booleans and plain tables", v.Kind())
}

func copyTable(t *lua.Table, depth int, room *int) (engine.Value, error) {
	if depth == 0 {
		return engine.Value{}, fmt.Errorf("table nested deeper than %d levels; hand on less", maxTableDepth)
	}
	out := &engine.Table{}
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
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

// fromValue makes a Lua value of one of the engine. Tables are fresh copies; what has no Lua form
// becomes a handle.
func fromValue(v engine.Value) lua.Value {
	switch v.Kind() {
	case engine.BoolValue:
		return lua.Bool(v.Truthy())
	case engine.NumberValue:
		return lua.Number(v.Float())
	case engine.StringValue:
		return lua.String(v.Str())
	case engine.VectorValue:
		return vectorTable(v.Vec())
	case engine.OtherValue:
		switch x := v.Ref().(type) {
		case *engine.Table:
			return tableOf(x)
		case *lua.Table:
			return x.Value()
		default:
			return lua.Userdata(x, nil)
		}
	}
	return lua.Nil
}

func tableOf(t *engine.Table) lua.Value {
	places := 0
	for places < len(t.Entries) && t.Entries[places].Key.Kind() == engine.NumberValue {
		places++
	}
	out := lua.NewTable(places, len(t.Entries)-places)
	for _, e := range t.Entries {
		if err := out.Set(fromValue(e.Key), fromValue(e.Value)); err != nil {
			continue // a key that is nil or NaN, which no table of a script has had
		}
	}
	return out.Value()
}

func vectorTable(p engine.Vector) lua.Value {
	t := lua.NewTable(0, 3)
	set(t, "x", lua.Number(p.X))
	set(t, "y", lua.Number(p.Y))
	if p.Z != 0 {
		set(t, "z", lua.Number(p.Z))
	}
	return t.Value()
}

// show writes a value briefly, for explanations and messages.
func show(v lua.Value) string {
	switch v.Kind() {
	case lua.KindNumber:
		n, _ := v.Float()
		return engine.FormatNumber(n)
	case lua.KindString:
		text, _ := v.Text()
		if len(text) > maxShown {
			return fmt.Sprintf("%q…", cut(text, maxShown))
		}
		return fmt.Sprintf("%q", text)
	case lua.KindTable:
		return showTable(v.Table())
	case lua.KindFunction, lua.KindThread, lua.KindUserdata:
		return v.Kind().String()
	}
	return v.String()
}

// maxShown bounds the bytes of a string in a message.
const maxShown = 40

// cut returns the first n bytes of a text, or less, so that no character is cut in two.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

func showTable(t *lua.Table) string {
	x, okX := t.Get(lua.Name("x")).Float()
	y, okY := t.Get(lua.Name("y")).Float()
	if okX && okY {
		return fmt.Sprintf("{x=%s, y=%s}", engine.FormatNumber(x), engine.FormatNumber(y))
	}
	if n := t.Len(); n > 0 {
		return fmt.Sprintf("table of %d", n)
	}
	return "table"
}
