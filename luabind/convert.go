package luabind

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

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
	case t == vectorType:
		return readVector, nil
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
	}
	return nil, fmt.Errorf("type %v cannot be read from Lua", t)
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

func structReader(t reflect.Type, outer []reflect.Type) (readFunc, error) {
	fields := make([]readFunc, t.NumField())
	for i := range fields {
		f := t.Field(i)
		if !f.IsExported() {
			return nil, fmt.Errorf("type %v has the unexported field %s", t, f.Name)
		}
		r, err := readerIn(f.Type, append(outer, t))
		if err != nil {
			return nil, err
		}
		fields[i] = r
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table := tableIn(v)
		if table == nil {
			return reflect.Value{}, "a table"
		}
		out := reflect.New(t).Elem()
		for i, read := range fields {
			name := strings.ToLower(t.Field(i).Name)
			f, want := read(table.RawGetString(name))
			if want != "" {
				return reflect.Value{}, fmt.Sprintf("a table whose %s is %s", name, want)
			}
			out.Field(i).Set(f)
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
	}
	return nil, fmt.Errorf("type %v cannot be handed to Lua", t)
}

func pointerWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	elem, err := writerIn(t.Elem(), append(outer, t))
	return func(v reflect.Value) lua.LValue {
		if v.IsNil() {
			return lua.LNil
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

func structWriter(t reflect.Type, outer []reflect.Type) (writeFunc, error) {
	fields := make([]writeFunc, t.NumField())
	for i := range fields {
		if !t.Field(i).IsExported() {
			return nil, fmt.Errorf("type %v has the unexported field %s", t, t.Field(i).Name)
		}
		w, err := writerIn(t.Field(i).Type, append(outer, t))
		if err != nil {
			return nil, err
		}
		fields[i] = w
	}
	return func(v reflect.Value) lua.LValue {
		out := newTable(0, len(fields))
		for i, w := range fields {
			out.RawSetString(strings.ToLower(t.Field(i).Name), w(v.Field(i)))
		}
		return out
	}, nil
}
