package helper

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// Bounds on tables that are copied from one agent to another, or to the game.
const (
	MaxDepth   = 8
	MaxEntries = 1000
)

// entrySteps is the number of steps for copying an entry of a table between Lua and Go, in either direction.
const entrySteps = 3

// entryBytes is the size of an entry in a value.Table.
const entryBytes = 48

// ToValue copies a Lua value to a value.Value. Tables may be nested up to MaxDepth levels, and may have up to
// MaxEntries entries in total. A userdata becomes a value.Other of its Go value.
func ToValue(v lua.Value) (value.Value, error) { return ToValueIn(nil, v) }

// ToValueIn is like ToValue, for use in a call of a script. It charges the entries of tables to the call.
func ToValueIn(c *lua.Call, v lua.Value) (value.Value, error) { return ToValueWithout(c, v, nil) }

// ToValueWithout is like ToValueIn. It returns an error if v is the table agent or contains it.
func ToValueWithout(c *lua.Call, v lua.Value, agent *lua.Table) (value.Value, error) {
	b := bounds{MaxEntries, agent}
	return toValue(c, v, MaxDepth, &b)
}

// bounds are the limits of a copy.
type bounds struct {
	room  int        // entries that may still be copied
	agent *lua.Table // the table that must not be copied; may be nil
}

func toValue(c *lua.Call, v lua.Value, depth int, b *bounds) (value.Value, error) {
	switch v.Kind() {
	case lua.KindNil:
		return value.Value{}, nil
	case lua.KindBool:
		return value.Bool(v.Truth()), nil
	case lua.KindNumber:
		n, _ := v.Float()
		return value.Number(n), nil
	case lua.KindString:
		s, _ := v.Text()
		return value.String(s), nil
	case lua.KindUserdata:
		x, _ := v.Data()
		return value.Other(x), nil
	case lua.KindTable:
		return toTable(c, v.Table(), depth, b)
	}
	return value.Value{}, message.NotPlainData(v.Kind().String()).With(message.UsePlainData())
}

func toTable(c *lua.Call, t *lua.Table, depth int, b *bounds) (value.Value, error) {
	switch {
	case depth == 0:
		return value.Value{}, message.DataTooDeep(MaxDepth).With(message.HandOnLess())
	case t == b.agent:
		return value.Value{}, message.AgentNotData().With(message.HandOnFields())
	case isView(t):
		return value.Value{}, message.ViewNotData().With(message.HandOnEntries())
	}
	var few [8]value.Entry // most tables are small, so growing the list would allocate several times
	entries := few[:0]
	for k, v, more := next(c, t, lua.Nil); more; k, v, more = next(c, t, k) {
		if b.room--; b.room < 0 {
			return value.Value{}, message.DataTooLarge(MaxEntries).With(message.HandOnLess())
		}
		pay(c, 1, entryBytes)
		key, err := toValue(c, k, 1, b)
		if err != nil {
			return key, err
		}
		val, err := toValue(c, v, depth-1, b)
		if err != nil {
			return val, err
		}
		entries = append(entries, value.Entry{Key: key, Value: val})
	}
	return value.Other(&value.Table{Entries: slices.Clone(entries)}), nil
}

// next is like t.Next, but charges the gaps in t to a call.
func next(c *lua.Call, t *lua.Table, k lua.Value) (lua.Value, lua.Value, bool) {
	if c != nil {
		return c.Next(t, k)
	}
	return t.Next(k)
}

// pay charges a call for copying entries to Go. size is the size of an entry. If the call is nil, pay does nothing.
func pay(c *lua.Call, entries, size int) {
	if c != nil {
		c.Spend(entries * entrySteps)
		c.Alloc(entries * size)
	}
}

// FromValue converts a value.Value to a Lua value. It copies tables. A value that has no counterpart in Lua
// becomes a handle.
func FromValue(v value.Value) lua.Value { return FromValueIn(nil, v) }

// FromValueIn is like FromValue, for use in a call of a script. It charges tables and strings to the call. It panics
// if a table is nested deeper than value.MaxDepth levels, or contains itself.
func FromValueIn(c *lua.Call, v value.Value) lua.Value { return fromValue(c, v, value.MaxDepth) }

func fromValue(c *lua.Call, v value.Value, depth int) lua.Value {
	switch v.Kind() {
	case value.KindBool:
		return lua.Bool(v.Truthy())
	case value.KindNumber:
		return lua.Number(v.Float())
	case value.KindString:
		return newString(c, v.Str())
	case value.KindVector:
		return fromVector(c, v.Vec())
	case value.KindOther:
		switch x := v.Ref().(type) {
		case *value.Table:
			return fromTable(c, x, depth)
		case *lua.Table:
			return x.Value()
		default:
			return lua.Handle(x)
		}
	}
	return lua.Nil
}

var errDepth = fmt.Errorf("a table contains itself, or is nested deeper than %d levels", value.MaxDepth)

func fromTable(c *lua.Call, t *value.Table, depth int) lua.Value {
	if depth == 0 {
		panic(errDepth)
	}
	n := len(t.Entries)
	pay(c, n, 0)
	places := 0
	for places < n && t.Entries[places].Key.Kind() == value.KindNumber {
		places++
	}
	out := newTable(c, places, n-places)
	for i := range t.Entries {
		set(c, out, fromValue(c, t.Entries[i].Key, depth-1), fromValue(c, t.Entries[i].Value, depth-1))
	}
	return out.Value()
}

var nameX, nameY, nameZ = lua.Name("x"), lua.Name("y"), lua.Name("z")

func fromVector(c *lua.Call, p value.Vector) lua.Value {
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

// toVector converts a table with the numbers x and y, and optionally z.
func toVector(v lua.Value) (p value.Vector, ok bool) {
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

// newTable, newString and set charge the memory to the call c. If c is nil, they charge nothing.
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

// set adds an entry to a table. It does nothing if the key is nil or NaN, which Lua does not allow.
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

// Show formats a value briefly, for explanations and other texts that scripts cannot read. For a handle it returns
// value.Text.
func Show(v lua.Value) string {
	if x, ok := v.Data(); ok {
		text := value.Text(x)
		if len(text) > maxHandle {
			text = cut(text, maxHandle) + "…"
		}
		return text
	}
	return ShowPlain(v)
}

// ShowPlain is like Show, for errors that scripts can catch. Of a handle it shows only the type, since a replay must
// give scripts the same text.
func ShowPlain(v lua.Value) string {
	switch v.Kind() {
	case lua.KindNumber:
		n, _ := v.Float()
		return value.FormatNumber(n)
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
		if d, ok := x.(*Dummy); ok {
			return fmt.Sprintf("the handle %q", d.Name)
		}
		return "a handle of " + value.TypeName(reflect.TypeOf(x))
	case lua.KindFunction, lua.KindThread:
		return v.Kind().String()
	}
	return v.String()
}

// maxEntries is the largest number of entries that ShowEntries shows.
const maxEntries = 4

// ShowEntries is like Show, but shows the first entries of a table.
func ShowEntries(v lua.Value) string {
	t := v.Table()
	if t == nil {
		return Show(v)
	}
	var parts []string
	for k, x, more := t.Next(lua.Nil); more; k, x, more = t.Next(k) {
		if len(parts) == maxEntries {
			parts = append(parts, "…")
			break
		}
		part := Show(x)
		if name, ok := k.Text(); ok {
			if len(name) > maxShown {
				name = cut(name, maxShown) + "…"
			}
			part = name + "=" + part
		} else if n, _ := k.Float(); n != float64(len(parts)+1) {
			part = "[" + Show(k) + "]=" + part
		}
		parts = append(parts, part)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// The largest numbers of bytes of a string, and of the text of a handle, that a message shows.
const (
	maxShown  = 40
	maxHandle = 80
)

// cut returns at most the first n bytes of a text. It does not split a character.
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
		return fmt.Sprintf("{x=%s, y=%s}", value.FormatNumber(x), value.FormatNumber(y))
	}
	if n := t.Len(); n > 0 {
		if n == 1 {
			return "table with 1 element"
		}
		return fmt.Sprintf("table with %d elements", n)
	}
	return "table"
}
