package luabind

import (
	"fmt"
	"math"
	"reflect"
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
func reader(t reflect.Type) (readFunc, error) {
	switch {
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
		return sliceReader(t)
	case reflect.Struct:
		return structReader(t)
	}
	return nil, fmt.Errorf("type %v cannot be read from Lua", t)
}

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

func wholeReader(t reflect.Type) readFunc {
	unsigned := t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uint64
	limit := math.Ldexp(1, min(t.Bits(), 53))
	if !unsigned && t.Bits() < 53 {
		limit /= 2
	}
	return func(v lua.LValue) (reflect.Value, string) {
		n, ok := v.(lua.LNumber)
		f := float64(n)
		if !ok || f != math.Trunc(f) || f >= limit || f < -limit || unsigned && f < 0 {
			return reflect.Value{}, "a whole number"
		}
		return reflect.ValueOf(int64(f)).Convert(t), ""
	}
}

func readVector(v lua.LValue) (reflect.Value, string) {
	const want = "a table with the numbers x and y"
	t, ok := v.(*lua.LTable)
	if !ok {
		return reflect.Value{}, want
	}
	x, okX := t.RawGetString("x").(lua.LNumber)
	y, okY := t.RawGetString("y").(lua.LNumber)
	z, _ := t.RawGetString("z").(lua.LNumber)
	return reflect.ValueOf(engine.Vector{X: float64(x), Y: float64(y), Z: float64(z)}), unless(okX && okY, want)
}

func sliceReader(t reflect.Type) (readFunc, error) {
	elem, err := reader(t.Elem())
	if err != nil {
		return nil, err
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table, ok := v.(*lua.LTable)
		if !ok {
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

func structReader(t reflect.Type) (readFunc, error) {
	fields := make([]readFunc, t.NumField())
	for i := range fields {
		f := t.Field(i)
		if !f.IsExported() {
			return nil, fmt.Errorf("type %v has the unexported field %s", t, f.Name)
		}
		r, err := reader(f.Type)
		if err != nil {
			return nil, err
		}
		fields[i] = r
	}
	return func(v lua.LValue) (reflect.Value, string) {
		table, ok := v.(*lua.LTable)
		if !ok {
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
func writer(t reflect.Type) (writeFunc, error) {
	switch {
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
		return pointerWriter(t)
	case k == reflect.Slice:
		return sliceWriter(t)
	case k == reflect.Struct:
		return structWriter(t)
	}
	return nil, fmt.Errorf("type %v cannot be handed to Lua", t)
}

func pointerWriter(t reflect.Type) (writeFunc, error) {
	elem, err := writer(t.Elem())
	return func(v reflect.Value) lua.LValue {
		if v.IsNil() {
			return lua.LNil
		}
		return elem(v.Elem())
	}, err
}

func sliceWriter(t reflect.Type) (writeFunc, error) {
	elem, err := writer(t.Elem())
	return func(v reflect.Value) lua.LValue {
		out := &lua.LTable{Metatable: lua.LNil}
		for i := range v.Len() {
			out.RawSetInt(i+1, elem(v.Index(i)))
		}
		return out
	}, err
}

func structWriter(t reflect.Type) (writeFunc, error) {
	fields := make([]writeFunc, t.NumField())
	for i := range fields {
		if !t.Field(i).IsExported() {
			return nil, fmt.Errorf("type %v has the unexported field %s", t, t.Field(i).Name)
		}
		w, err := writer(t.Field(i).Type)
		if err != nil {
			return nil, err
		}
		fields[i] = w
	}
	return func(v reflect.Value) lua.LValue {
		out := &lua.LTable{Metatable: lua.LNil}
		for i, w := range fields {
			out.RawSetString(strings.ToLower(t.Field(i).Name), w(v.Field(i)))
		}
		return out
	}, nil
}
