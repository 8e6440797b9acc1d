package luabind

import (
	"reflect"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// caller returns the Lua function that calls a helper. The shapes that geometry
// comes in are called directly; the rest goes through reflection, prepared here
// once.
func (s *State) caller(namespace string, h *Helper) lua.LGFunction {
	a := &argReader{namespace + "." + h.Name, h.Params}
	switch f := h.fn.(type) {
	case func() float64:
		return func(L *lua.LState) int { return number(L, f()) }
	case func(float64) float64:
		return func(L *lua.LState) int { return number(L, f(a.num(L, 1))) }
	case func(float64, float64) float64:
		return func(L *lua.LState) int { return number(L, f(a.num(L, 1), a.num(L, 2))) }
	case func(float64, float64, float64) float64:
		return func(L *lua.LState) int { return number(L, f(a.num(L, 1), a.num(L, 2), a.num(L, 3))) }
	case func(float64, float64, float64, float64) float64:
		return func(L *lua.LState) int { return number(L, f(a.num(L, 1), a.num(L, 2), a.num(L, 3), a.num(L, 4))) }
	case func(float64, float64, float64, float64) (float64, float64):
		return func(L *lua.LState) int {
			x, y := f(a.num(L, 1), a.num(L, 2), a.num(L, 3), a.num(L, 4))
			number(L, x)
			number(L, y)
			return 2
		}
	case func(float64, float64, float64, float64) bool:
		return func(L *lua.LState) int {
			L.Push(lua.LBool(f(a.num(L, 1), a.num(L, 2), a.num(L, 3), a.num(L, 4))))
			return 1
		}
	case func(*engine.Context, float64) float64:
		return func(L *lua.LState) int {
			s.inHook(L, a.what, false)
			return number(L, f(s.ctx, a.num(L, 1)))
		}
	}
	return s.reflected(a, h)
}

// named makes a panic of a helper a script error that names it.
func named(what string, f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		returned := false
		defer func() {
			if returned {
				return
			}
			switch r := recover().(type) {
			case nil: // the goroutine is being ended
			case *lua.ApiError:
				panic(r)
			default:
				L.RaiseError("%s panicked: %v", what, r)
			}
		}()
		n := f(L)
		returned = true
		return n
	}
}

func number(L *lua.LState, f float64) int {
	L.Push(lua.LNumber(f))
	return 1
}

// argReader reads arguments and names the helper and the parameter when one
// does not fit.
type argReader struct {
	what   string
	params []string
}

func (a *argReader) num(L *lua.LState, n int) float64 {
	if f, ok := L.Get(n).(lua.LNumber); ok {
		return float64(f)
	}
	a.wrong(L, n, "a number")
	return 0
}

func (a *argReader) wrong(L *lua.LState, n int, want string) {
	got := L.Get(n)
	if got == lua.LNil && n > L.GetTop() {
		L.RaiseError("%s: argument %d (%s) is missing; want %s", a.what, n, a.params[n-1], want)
	}
	L.RaiseError("%s: argument %d (%s) is %s; want %s", a.what, n, a.params[n-1], show(got), want)
}

// reflected prepares a call through reflection.
func (s *State) reflected(a *argReader, h *Helper) lua.LGFunction {
	fn := reflect.ValueOf(h.fn)
	t := fn.Type()
	withContext := t.NumIn() > 0 && t.In(0) == contextType
	var readers []readFunc
	for _, p := range paramTypes(t) {
		r, _ := reader(p) // was checked by Func
		readers = append(readers, r)
	}
	var writers []writeFunc
	fails := t.NumOut() > 0 && t.Out(t.NumOut()-1) == errorType
	for i := range t.NumOut() {
		w, _ := writer(t.Out(i))
		writers = append(writers, w)
	}
	return func(L *lua.LState) int {
		in := make([]reflect.Value, 0, len(readers)+1)
		if withContext {
			s.inHook(L, a.what, false)
			in = append(in, reflect.ValueOf(s.ctx))
		}
		for i, read := range readers {
			v, want := read(L.Get(i + 1))
			if want != "" {
				a.wrong(L, i+1, want)
			}
			in = append(in, v)
		}
		out := fn.Call(in)
		if fails {
			last := len(out) - 1
			if err, _ := out[last].Interface().(error); err != nil {
				L.RaiseError("%s: %v", a.what, err)
			}
			out = out[:last]
		}
		for i := range out {
			L.Push(writers[i](out[i]))
		}
		return len(out)
	}
}
