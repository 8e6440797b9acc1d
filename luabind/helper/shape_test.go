package helper_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// example returns a Go value of type t and the same value in Lua. The value is different for each place.
func example(t reflect.Type, place int) (reflect.Value, string) {
	n := place + 1
	switch t {
	case reflect.TypeFor[*engine.Context]():
		return reflect.ValueOf(someone), ""
	case reflect.TypeFor[float64]():
		return reflect.ValueOf(float64(n) + 0.5), fmt.Sprint(float64(n) + 0.5)
	case reflect.TypeFor[string]():
		return reflect.ValueOf(fmt.Sprint("s", n)), fmt.Sprint("s", n)
	case reflect.TypeFor[bool]():
		return reflect.ValueOf(place%2 == 0), fmt.Sprint(place%2 == 0)
	case reflect.TypeFor[value.Vector]():
		return reflect.ValueOf(value.Vector{X: float64(n), Y: 5}), fmt.Sprintf("{x=%d, y=5}", n)
	case reflect.TypeFor[value.Value]():
		return reflect.ValueOf(value.Number(float64(n))), fmt.Sprint(n)
	}
	if t.Kind() == reflect.Pointer {
		p := reflect.New(t.Elem())
		e, text := example(t.Elem(), place)
		p.Elem().Set(e)
		return p, text
	}
	return reflect.ValueOf(n).Convert(t), fmt.Sprint(n)
}

// TestEveryShape checks that each function of a usual type is called directly, receives its arguments in the right
// order, and returns its results.
func TestEveryShape(t *testing.T) {
	types := func(list ...any) (out []reflect.Type) {
		for _, x := range list {
			out = append(out, reflect.TypeOf(x))
		}
		return out
	}
	num, ctx := reflect.TypeFor[float64](), reflect.TypeFor[*engine.Context]()
	nums := func(n int) []reflect.Type { return slices.Repeat([]reflect.Type{num}, n) }
	leads := types(0, engine.AgentID(0), "", value.Vector{}, value.Value{})
	type shape struct{ in, out []reflect.Type }
	var all []shape
	add := func(r reflect.Type, kinds string, in ...reflect.Type) {
		for _, k := range kinds {
			all = append(all, shape{in, map[rune][]reflect.Type{'1': {r}, '2': {r, r}, 'e': {r, reflect.TypeFor[error]()}}[k]})
		}
	}
	maybe := types((*int)(nil), (*engine.AgentID)(nil), (*float64)(nil))
	for _, r := range append(types(0.0, true, 0, "", value.Vector{}, value.Value{}), maybe...) {
		for n, kinds := range []string{"1e", "1e", "12e", "12", "12", "1", "1", "1", "1"} {
			add(r, kinds, nums(n)...)
		}
		for n, kinds := range []string{"12e", "1", "1", "1", "1"} {
			add(r, kinds, append([]reflect.Type{ctx}, nums(n)...)...)
		}
		for _, a := range leads {
			for n, kinds := range []string{"12e", "1e", "1", "1"} {
				add(r, kinds, append([]reflect.Type{a}, nums(n)...)...)
			}
			add(r, "1e", ctx, a)
			add(r, "1", ctx, a, num)
		}
	}
	for _, r := range append(types(0.0, true), maybe...) {
		for _, p := range [][]reflect.Type{types(0, 0), types(0, ""), types(0, value.Vector{}), types(engine.AgentID(0), engine.AgentID(0)),
			types(engine.AgentID(0), ""), types(engine.AgentID(0), value.Vector{}), types("", ""), types(value.Vector{}, value.Vector{})} {
			add(r, "1e", p...)
			add(r, "12", p[0], p[1], num)
			add(r, "1", ctx, p[0], p[1])
		}
	}
	s := lua.NewState()
	for _, x := range all {
		ft := reflect.FuncOf(x.in, x.out, false)
		var err error
		fn := reflect.MakeFunc(ft, func(in []reflect.Value) (out []reflect.Value) {
			for i, v := range in {
				if want, _ := example(x.in[i], i); !reflect.DeepEqual(v.Interface(), want.Interface()) {
					t.Errorf("%v is given %v as parameter %d; want %v", ft, v, i, want)
				}
			}
			for i, r := range x.out {
				if r.Kind() == reflect.Interface {
					out = append(out, reflect.ValueOf(&err).Elem())
					continue
				}
				v, _ := example(r, i)
				out = append(out, v)
			}
			return out
		})
		h := helperFor(fn.Interface())
		if h.Check() != nil || !helper.Direct(h) {
			t.Errorf("%v is not called directly: %v", ft, h.Check())
			continue
		}
		f := h.Function(inHook)
		var args []lua.Value
		for i, p := range x.in {
			if p != ctx {
				v, _ := example(p, i)
				if p.Kind() == reflect.Int || p.Kind() == reflect.Int64 {
					v = v.Convert(num)
				}
				e, _ := value.Of(v.Interface())
				args = append(args, helper.FromValue(e))
			}
		}
		got, _ := s.Call(f.Value(), args...)
		var said, want []string
		for _, v := range got {
			if said = append(said, helper.Show(v)); v.Kind() == lua.KindString {
				said[len(said)-1] = v.String()
			}
		}
		for i, r := range x.out {
			if r.Kind() != reflect.Interface {
				_, text := example(r, i)
				want = append(want, text)
			}
		}
		if !slices.Equal(said, want) {
			t.Errorf("%v returns %v; want %v", ft, said, want)
		}
		if err = errNoPath; ft.Out(ft.NumOut()-1).Kind() == reflect.Interface {
			if _, err := s.Call(f.Value(), args...); !errors.Is(err, errNoPath) {
				t.Errorf("%v: %v", ft, err)
			}
		}
	}
	t.Log(len(all), "types")
}
