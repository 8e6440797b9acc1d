package helper

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Bounds on tables that are copied from one agent to another, or to the game.
const (
	MaxDepth   = 8
	MaxEntries = 1000
)

// entrySteps is the number of steps for copying an entry of a table from Lua to Go or back.
const entrySteps = 3

// entryBytes is the size of an entry in an engine.Table.
const entryBytes = 80

// ToValue copies a value of Lua to a value of the engine. Tables may be nested up to MaxDepth levels and have up to
// MaxEntries entries in all; userdata becomes engine.Other of the Go value.
func ToValue(v lua.Value) (engine.Value, error) { return ToValueIn(nil, v) }

// ToValueIn is like ToValue, in a call of a script; the entries of tables are charged to the call.
func ToValueIn(c *lua.Call, v lua.Value) (engine.Value, error) {
	room := MaxEntries
	return toValue(c, v, MaxDepth, &room)
}

func toValue(c *lua.Call, v lua.Value, depth int, room *int) (engine.Value, error) {
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
	case lua.KindUserdata:
		x, _ := v.Data()
		return engine.Other(x), nil
	case lua.KindTable:
		return toTable(c, v.Table(), depth, room)
	}
	return engine.Value{}, fmt.Errorf("a %s cannot be handed on; use numbers, strings, booleans and plain tables", v.Kind())
}

func toTable(c *lua.Call, t *lua.Table, depth int, room *int) (engine.Value, error) {
	if depth == 0 {
		return engine.Value{}, fmt.Errorf("table nested deeper than %d levels; hand on less", MaxDepth)
	}
	out := &engine.Table{}
	for k, v, more := next(c, t, lua.Nil); more; k, v, more = next(c, t, k) {
		if *room--; *room < 0 {
			return engine.Value{}, fmt.Errorf("table with more than %d entries; hand on less", MaxEntries)
		}
		pay(c, 1, entryBytes)
		key, err := toValue(c, k, 1, room)
		if err != nil {
			return key, err
		}
		value, err := toValue(c, v, depth-1, room)
		if err != nil {
			return value, err
		}
		out.Entries = append(out.Entries, engine.Entry{Key: key, Value: value})
	}
	return engine.Other(out), nil
}

// next is t.Next; the gaps of t are charged to a call.
func next(c *lua.Call, t *lua.Table, k lua.Value) (lua.Value, lua.Value, bool) {
	if c != nil {
		return c.Next(t, k)
	}
	return t.Next(k)
}

// pay charges a call for copying entries of the given size to Go. If the call is nil, pay does nothing.
func pay(c *lua.Call, entries, size int) {
	if c != nil {
		c.Spend(entries * entrySteps)
		c.Alloc(entries * size)
	}
}

// FromValue converts a value of the engine to a value of Lua. Tables are copied; a value without a counterpart in
// Lua becomes a handle.
func FromValue(v engine.Value) lua.Value { return FromValueIn(nil, v) }

// FromValueIn is like FromValue, in a call of a script; tables and strings are charged to the call.
func FromValueIn(c *lua.Call, v engine.Value) lua.Value {
	switch v.Kind() {
	case engine.BoolValue:
		return lua.Bool(v.Truthy())
	case engine.NumberValue:
		return lua.Number(v.Float())
	case engine.StringValue:
		return newString(c, v.Str())
	case engine.VectorValue:
		return fromVector(c, v.Vec())
	case engine.OtherValue:
		switch x := v.Ref().(type) {
		case *engine.Table:
			return fromTable(c, x)
		case *lua.Table:
			return x.Value()
		default:
			return lua.Handle(x)
		}
	}
	return lua.Nil
}

func fromTable(c *lua.Call, t *engine.Table) lua.Value {
	n := len(t.Entries)
	pay(c, n, 0)
	places := 0
	for places < n && t.Entries[places].Key.Kind() == engine.NumberValue {
		places++
	}
	out := newTable(c, places, n-places)
	for i := range t.Entries {
		set(c, out, FromValueIn(c, t.Entries[i].Key), FromValueIn(c, t.Entries[i].Value))
	}
	return out.Value()
}

var nameX, nameY, nameZ = lua.Name("x"), lua.Name("y"), lua.Name("z")

func fromVector(c *lua.Call, p engine.Vector) lua.Value {
	n := 2
	if p.Z != 0 {
		n = 3
	}
	t := newTable(c, 0, n)
	set(c, t, nameX, lua.Number(p.X))
	set(c, t, nameY, lua.Number(p.Y))
	if p.Z != 0 {
		set(c, t, nameZ, lua.Number(p.Z))
	}
	return t.Value()
}

// toVector reads a table with the numbers x and y, and optionally z.
func toVector(v lua.Value) (p engine.Vector, ok bool) {
	t := v.Table()
	if t == nil {
		return p, false
	}
	var okX, okY bool
	p.X, okX = t.Get(nameX).Float()
	p.Y, okY = t.Get(nameY).Float()
	if z, ok := t.Get(nameZ).Float(); ok {
		p.Z = z
	}
	return p, okX && okY
}

// newTable, newString and set use the methods of the call c, so that the memory is charged to the call. If c is
// nil, nothing is counted.
func newTable(c *lua.Call, list, others int) *lua.Table {
	if c != nil {
		return c.NewTable(list, others)
	}
	return lua.NewTable(list, others)
}

func newString(c *lua.Call, s string) lua.Value {
	if c != nil {
		return c.NewString(s)
	}
	return lua.String(s)
}

// set adds an entry, unless it is invalid in a table of Lua because its key is nil or NaN.
func set(c *lua.Call, t *lua.Table, k, v lua.Value) {
	n, number := k.Float()
	switch {
	case k.IsNil() || number && math.IsNaN(n):
	case c != nil:
		c.Set(t, k, v)
	default:
		_ = t.Set(k, v)
	}
}

// Show formats a value briefly, for explanations and messages.
func Show(v lua.Value) string {
	switch v.Kind() {
	case lua.KindNumber:
		n, _ := v.Float()
		return engine.FormatNumber(n)
	case lua.KindString:
		s, _ := v.Text()
		if len(s) > maxShown {
			return fmt.Sprintf("%q…", cut(s, maxShown))
		}
		return fmt.Sprintf("%q", s)
	case lua.KindTable:
		return showTable(v.Table())
	case lua.KindUserdata:
		x, _ := v.Data()
		return fmt.Sprintf("a handle of %T", x)
	case lua.KindFunction, lua.KindThread:
		return v.Kind().String()
	}
	return v.String()
}

// maxShown bounds the bytes of a string in a message.
const maxShown = 40

// cut returns at most the first n bytes of a text, and does not split a character.
func cut(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

func showTable(t *lua.Table) string {
	x, okX := t.Get(nameX).Float()
	y, okY := t.Get(nameY).Float()
	if okX && okY {
		return fmt.Sprintf("{x=%s, y=%s}", engine.FormatNumber(x), engine.FormatNumber(y))
	}
	if n := t.Len(); n > 0 {
		return fmt.Sprintf("table of %d", n)
	}
	return "table"
}
