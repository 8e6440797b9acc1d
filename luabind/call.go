package luabind

import (
	"fmt"
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
	case standIn:
		return f.call
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
	return s.byReflection(a, h)
}

// named makes a panic of a helper a script error that names it. What the helper takes is
// not the script's time.
func (s *State) named(what string, f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		returned := false
		s.budget.time.leave()
		defer func() {
			s.budget.time.back()
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
	L.RaiseError("%s", a.misfit(n, L.Get(n), n > L.GetTop(), want))
}

// misfit says what is wrong with argument n.
func (a *argReader) misfit(n int, got lua.LValue, missing bool, want string) string {
	if missing {
		return fmt.Sprintf("%s: argument %d (%s) is missing; want %s", a.what, n, a.params[n-1], want)
	}
	return fmt.Sprintf("%s: argument %d (%s) is %s; want %s", a.what, n, a.params[n-1], show(got), want)
}

// reflected is a helper that is called through reflection, prepared once.
type reflected struct {
	fn          reflect.Value
	withContext bool
	fails       bool
	readers     []readFunc
	writers     []writeFunc
}

func newReflected(h *Helper) *reflected {
	fn := reflect.ValueOf(h.fn)
	t := fn.Type()
	r := &reflected{fn: fn, withContext: t.NumIn() > 0 && t.In(0) == contextType, fails: h.results() < t.NumOut()}
	for _, p := range paramTypes(t) {
		read, _ := reader(p) // was checked by Func
		r.readers = append(r.readers, read)
	}
	for i := range h.results() {
		write, _ := writer(t.Out(i))
		r.writers = append(r.writers, write)
	}
	return r
}

// read reads the arguments. If one does not fit, want says what would, and bad which
// it is.
func (r *reflected) read(c *engine.Context, arg func(i int) lua.LValue) (in []reflect.Value, bad int, want string) {
	in = make([]reflect.Value, 0, len(r.readers)+1)
	if r.withContext {
		in = append(in, reflect.ValueOf(c))
	}
	for i, read := range r.readers {
		v, want := read(arg(i))
		if want != "" {
			return nil, i, want
		}
		in = append(in, v)
	}
	return in, 0, ""
}

// run calls the function. The results are those that a script gets.
func (r *reflected) run(in []reflect.Value) ([]reflect.Value, error) {
	out := r.fn.Call(in)
	if !r.fails {
		return out, nil
	}
	last := len(out) - 1
	err, _ := out[last].Interface().(error)
	return out[:last], err
}

// byReflection returns the Lua function that calls a helper through reflection.
func (s *State) byReflection(a *argReader, h *Helper) lua.LGFunction {
	r := newReflected(h)
	return func(L *lua.LState) int {
		if r.withContext {
			s.inHook(L, a.what, false)
		}
		in, bad, want := r.read(s.ctx, func(i int) lua.LValue { return L.Get(i + 1) })
		if want != "" {
			a.wrong(L, bad+1, want)
		}
		out, err := r.run(in)
		if err != nil {
			L.RaiseError("%s: %v", a.what, err)
		}
		for i := range out {
			L.Push(r.writers[i](out[i]))
		}
		return len(out)
	}
}
