//go:build !luacore

package luabind

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// readFunc makes a Go value of a Lua value. If that does not fit, want says
// what would: "a number".
type readFunc func(lua.LValue) (v reflect.Value, want string)

// writeFunc makes a Lua value of a Go value.
type writeFunc func(reflect.Value) lua.LValue

// reader returns how values of type t are read.
func reader(t reflect.Type) (readFunc, error) { return readerIn(t, nil) }

// readerIn is reader for a type inside others. Those that contain themselves,
// as lists of nodes do, have no bound and cannot cross.
func readerIn(t reflect.Type, outer []reflect.Type) (readFunc, error) {
	switch {
	case slices.Contains(outer, t):
		return nil, errRecursive(t)
	case t == valueType:
		return func(v lua.LValue) (reflect.Value, string) {
			val, err := toValue(v)
			if err != nil {
				return reflect.Value{}, "plain data (" + err.Error() + ")"
			}
			return reflect.ValueOf(val), ""
		}, nil
	case t == contextType:
		return nil, fmt.Errorf("type %v cannot be read from Lua; take it as the first parameter, which is not named", t)
	case t == vectorType:
		return readVector, nil
	case t == durationType:
		return readDuration, nil
	}
	switch t.Kind() {
	case reflect.Float64, reflect.Float32:
		return func(v lua.LValue) (reflect.Value, string) {
			n, ok := v.(lua.LNumber)
			return reflect.ValueOf(float64(n)).Convert(t), unless(ok, "a number")
		}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return wholeReader(t), nil
	case reflect.Bool:
		return func(v lua.LValue) (reflect.Value, string) {
			b, ok := v.(lua.LBool)
			return reflect.ValueOf(bool(b)).Convert(t), unless(ok, "true or false")
		}, nil
	case reflect.String:
		return func(v lua.LValue) (reflect.Value, string) {
			s, ok := v.(lua.LString)
			return reflect.ValueOf(string(s)).Convert(t), unless(ok, "a string")
		}, nil
	case reflect.Slice:
		return sliceReader(t, outer)
	case reflect.Struct:
		return structReader(t, outer)
	case reflect.Map:
		return mapReader(t, outer)
	case reflect.Pointer:
		return pointerReader(t, outer), nil
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return handleReader(t), nil
		}
	}
	return nil, errType(t, "read from Lua")
}

// errType says that values of a type do not cross, and what would.
func errType(t reflect.Type, how string) error {
	remedy := "use numbers, strings, booleans, time.Duration, slices, maps with string keys, structs and engine.Value"
	switch t.Kind() {
	case reflect.Interface:
		remedy = "take or return engine.Value, and make it of a Go value with engine.Other"
	case reflect.Func:
		remedy = "Go keeps no function of a script, nor a script one of Go; post a stimulus, or bind another helper"
	case reflect.Array:
		remedy = "use a slice"
	case reflect.Map:
		remedy = "use a map with string keys"
	}
	return fmt.Errorf("type %v cannot be %s; %s", t, how, remedy)
}

func errRecursive(t reflect.Type) error {
	return fmt.Errorf("type %v contains itself; hand over a list or a number instead", t)
}

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

func wholeReader(t reflect.Type) readFunc {
	lo, hi, want := -math.Ldexp(1, 53), math.Ldexp(1, 53), "a whole number"
	if bits := t.Bits(); bits < 53 {
		lo, hi = -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)-1
	}
	if t.Kind() >= reflect.Uint {
		lo, hi = 0, math.Ldexp(1, min(t.Bits(), 53))-1
	}
	if t.Bits() < 53 || lo == 0 {
		want = fmt.Sprintf("a whole number from %.0f to %.0f", lo, hi)
	}
	return func(v lua.LValue) (reflect.Value, string) {
		n, ok := v.(lua.LNumber)
		f := float64(n)
		if !ok || f != math.Trunc(f) || f > hi || f < lo {
			return reflect.Value{}, want
		}
		return reflect.ValueOf(int64(f)).Convert(t), ""
	}
}

// tableIn returns the table that a script hands over, nil if it is none.
func tableIn(v lua.LValue) *lua.LTable {
	if t, ok := v.(*lua.LTable); ok {
		return targetOf(t)
	}
	return nil
}

const wantVector = "a table with the numbers x and y"

func readVector(v lua.LValue) (reflect.Value, string) {
	t := tableIn(v)
	if t == nil {
		return reflect.Value{}, wantVector
	}
	x, okX := t.RawGetString("x").(lua.LNumber)
	y, okY := t.RawGetString("y").(lua.LNumber)
	z, _ := t.RawGetString("z").(lua.LNumber)
	return reflect.ValueOf(engine.Vector{X: float64(x), Y: float64(y), Z: float64(z)}), unless(okX && okY, wantVector)
}

const wantDuration = "a number of seconds"

func readDuration(v lua.LValue) (reflect.Value, string) {
	n, ok := v.(lua.LNumber)
	if d, fits := durationOf(float64(n)); ok && fits {
		return reflect.ValueOf(d), ""
	}
	return reflect.Value{}, wantDuration
}

// durationOf converts seconds; it answers false if they are no time that Go can tell.
func durationOf(seconds float64) (time.Duration, bool) {
	ns := seconds * float64(time.Second)
	return time.Duration(math.Round(ns)), math.Abs(ns) < 1<<63
}

// pointerReader reads what may be missing: nil, or else a handle of that type, or else what
// the pointer points to.
func pointerReader(t reflect.Type, outer []reflect.Type) readFunc {
	handle := handleReader(t)
	elem, err := readerIn(t.Elem(), append(outer, t))
	return func(v lua.LValue) (reflect.Value, string) {
		if v == lua.LNil {
			return reflect.Zero(t), ""
		}
		out, want := handle(v)
		if want == "" || err != nil {
			return out, want
		}
		e, want := elem(v)
		if want != "" {
			return e, want + ", or nil"
		}
		p := reflect.New(t.Elem())
		p.Elem().Set(e)
		return p, ""
	}
}

func mapReader(t reflect.Type, outer []reflect.Type) (readFunc, error) {
	if t.Key().Kind() != reflect.String {
		return nil, errType(t, "read from Lua")
	}
	elem, err := readerIn(t.Elem(), append(outer, t))
	if err != nil {
		return nil, err
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table := tableIn(v)
		if table == nil {
			return reflect.Value{}, "a table with texts as keys"
		}
		out := reflect.MakeMap(t)
		for k, v := table.Next(lua.LNil); k != lua.LNil; k, v = table.Next(k) {
			name, ok := k.(lua.LString)
			if !ok {
				return reflect.Value{}, fmt.Sprintf("a table with texts as keys (one is %s)", show(k))
			}
			e, want := elem(v)
			if want != "" {
				return reflect.Value{}, fmt.Sprintf("a table of which each entry is %s (%s is %s)", want, name, show(v))
			}
			out.SetMapIndex(reflect.ValueOf(string(name)).Convert(t.Key()), e)
		}
		return out, ""
	}, nil
}

func sliceReader(t reflect.Type, outer []reflect.Type) (readFunc, error) {
	elem, err := readerIn(t.Elem(), append(outer, t))
	if err != nil {
		return nil, err
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table := tableIn(v)
		if table == nil {
			return reflect.Value{}, "a list"
		}
		out := reflect.MakeSlice(t, 0, table.Len())
		for i := 1; i <= table.Len(); i++ {
			e, want := elem(table.RawGetInt(i))
			if want != "" {
				return reflect.Value{}, fmt.Sprintf("a list of which each element is %s (element %d is %s)", want, i, show(table.RawGetInt(i)))
			}
			out = reflect.Append(out, e)
		}
		return out, ""
	}, nil
}

// structField is a field of a Go struct as an entry of a table.
type structField struct {
	index     int
	name      string
	omitempty bool
}

// errUnexported is why a struct cannot be a table.
var errUnexported = errors.New("the unexported field")

// structFields returns the fields of a struct. A tag such as `lua:"name,omitempty"` gives
// one another name than its own in lower case, lets nil stand for its zero value, or, as
// `lua:"-"`, leaves it out.
func structFields(t reflect.Type) ([]structField, error) {
	var out []structField
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("lua"), ",")
		if name == "-" {
			continue
		}
		if !f.IsExported() {
			return nil, fmt.Errorf("type %v has %w %s; leave it out with the tag `lua:\"-\"`, or use *%v, which is a handle", t, errUnexported, f.Name, t)
		}
		if options != "" && options != "omitempty" {
			return nil, fmt.Errorf("type %v: the tag of field %s has the option %q; omitempty is the only one", t, f.Name, options)
		}
		name = cmp.Or(name, strings.ToLower(f.Name))
		if slices.ContainsFunc(out, func(g structField) bool { return g.name == name }) {
			return nil, fmt.Errorf("type %v has two fields that scripts would call %s; give one another name by a tag", t, name)
		}
		out = append(out, structField{i, name, options != ""})
	}
	return out, nil
}

func structReader(t reflect.Type, outer []reflect.Type) (readFunc, error) {
	fields, err := structFields(t)
	if err != nil {
		return nil, err
	}
	readers := make([]readFunc, len(fields))
	for i, f := range fields {
		if readers[i], err = readerIn(t.Field(f.index).Type, append(outer, t)); err != nil {
			return nil, err
		}
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table := tableIn(v)
		if table == nil {
			return reflect.Value{}, "a table"
		}
		out := reflect.New(t).Elem()
		for i, f := range fields {
			v := table.RawGetString(f.name)
			if f.omitempty && v == lua.LNil {
				continue
			}
			x, want := readers[i](v)
			if want != "" {
				return reflect.Value{}, fmt.Sprintf("a table whose %s is %s", f.name, want)
			}
			out.Field(f.index).Set(x)
		}
		return out, ""
	}, nil
}

// writer returns how values of type t are written.
func writer(t reflect.Type) (writeFunc, error) { return writerIn(t, nil) }

func writerIn(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	switch {
	case slices.Contains(outer, t):
		return nil, errRecursive(t)
	case t == valueType:
		return func(v reflect.Value) lua.LValue { return fromValue(v.Interface().(engine.Value)) }, nil
	case t == vectorType:
		return func(v reflect.Value) lua.LValue { return vectorTable(v.Interface().(engine.Vector)) }, nil
	case t == durationType:
		return func(v reflect.Value) lua.LValue { return lua.LNumber(time.Duration(v.Int()).Seconds()) }, nil
	}
	switch k := t.Kind(); {
	case k == reflect.Float64 || k == reflect.Float32:
		return func(v reflect.Value) lua.LValue { return lua.LNumber(v.Float()) }, nil
	case k >= reflect.Int && k <= reflect.Int64:
		return func(v reflect.Value) lua.LValue { return lua.LNumber(v.Int()) }, nil
	case k >= reflect.Uint && k <= reflect.Uint64:
		return func(v reflect.Value) lua.LValue { return lua.LNumber(v.Uint()) }, nil
	case k == reflect.Bool:
		return func(v reflect.Value) lua.LValue { return lua.LBool(v.Bool()) }, nil
	case k == reflect.String:
		return func(v reflect.Value) lua.LValue { return lua.LString(v.String()) }, nil
	case k == reflect.Pointer:
		return pointerWriter(t, outer)
	case k == reflect.Slice:
		return sliceWriter(t, outer)
	case k == reflect.Struct:
		return structWriter(t, outer)
	case k == reflect.Map && t.Key().Kind() == reflect.String:
		return mapWriter(t, outer)
	}
	return nil, errType(t, "handed to Lua")
}

func pointerWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	elem, err := writerIn(t.Elem(), append(outer, t))
	handle := errors.Is(err, errUnexported) && t != contextType
	if handle {
		err = nil
	}
	return func(v reflect.Value) lua.LValue {
		switch {
		case v.IsNil():
			return lua.LNil
		case handle:
			return handleOf(v.Interface())
		}
		return elem(v.Elem())
	}, err
}

func sliceWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	elem, err := writerIn(t.Elem(), append(outer, t))
	return func(v reflect.Value) lua.LValue {
		out := newTable(v.Len(), 0)
		for i := range v.Len() {
			out.RawSetInt(i+1, elem(v.Index(i)))
		}
		return out
	}, err
}

func mapWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	elem, err := writerIn(t.Elem(), append(outer, t))
	return func(v reflect.Value) lua.LValue {
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		out := newTable(0, len(keys))
		for _, k := range keys {
			out.RawSetString(k.String(), elem(v.MapIndex(k)))
		}
		return out
	}, err
}

func structWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	fields, err := structFields(t)
	if err != nil {
		return nil, err
	}
	writers := make([]writeFunc, len(fields))
	for i, f := range fields {
		if writers[i], err = writerIn(t.Field(f.index).Type, append(outer, t)); err != nil {
			return nil, err
		}
	}
	return func(v reflect.Value) lua.LValue {
		out := newTable(0, len(fields))
		for i, f := range fields {
			if x := v.Field(f.index); !f.omitempty || !x.IsZero() {
				out.RawSetString(f.name, writers[i](x))
			}
		}
		return out
	}, nil
}
