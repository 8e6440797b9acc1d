//go:build !luacore

package luabind

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// caller returns the Lua function that calls a helper. The shapes that geometry
// comes in are called directly; the rest goes through reflection, prepared here
// once.
func (s *State) caller(namespace string, h *Helper) lua.LGFunction {
	if f, ok := h.fn.(standIn); ok {
		return f.call
	}
	a := h.argReader(namespace)
	call := s.calling(&a, h)
	return func(L *lua.LState) int {
		if n := L.GetTop(); n > len(a.params) && !a.variadic {
			L.RaiseError("%s", a.surplus(n))
		}
		return call(L)
	}
}

func (s *State) calling(a *argReader, h *Helper) lua.LGFunction {
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
				s.raise(L, panicked(what, r))
			}
		}()
		n := f(L)
		returned = true
		return n
	}
}

// panicked is the error of a helper that panicked, and wraps what it panicked with if that
// is an error.
func panicked(what string, r any) error {
	if err, ok := r.(error); ok {
		return fmt.Errorf("%s panicked: %w", what, err)
	}
	return fmt.Errorf("%s panicked: %v", what, r)
}

// raise raises an error of Go code as a script error. Scripts know its text only, by
// which scriptError finds it again.
func (s *State) raise(L *lua.LState, err error) {
	s.raised, s.raisedText = err, err.Error()
	L.RaiseError("%s", s.raisedText)
}

func number(L *lua.LState, f float64) int {
	L.Push(lua.LNumber(f))
	return 1
}

// argReader reads arguments and names the helper and the parameter when one
// does not fit.
type argReader struct {
	what     string
	params   []string
	variadic bool // the last of them stands for any number
}

func (h *Helper) argReader(namespace string) argReader {
	return argReader{namespace + "." + h.Name, h.Params, reflect.TypeOf(h.fn).IsVariadic()}
}

// surplus says that more arguments are given than the helper takes; "" if not.
func (a *argReader) surplus(given int) string {
	if given <= len(a.params) || a.variadic {
		return ""
	}
	plural := func(n int) string {
		if n == 1 {
			return "1 argument is"
		}
		return fmt.Sprintf("%d arguments are", n)
	}
	takes := "none"
	if len(a.params) > 0 {
		takes = fmt.Sprintf("%d (%s)", len(a.params), strings.Join(a.params, ", "))
	}
	return fmt.Sprintf("%s: %s given; it takes %s", a.what, plural(given), takes)
}

// param returns the name of argument n, from 1.
func (a *argReader) param(n int) string { return a.params[min(n, len(a.params))-1] }

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
		return fmt.Sprintf("%s: argument %d (%s) is missing; want %s", a.what, n, a.param(n), want)
	}
	return fmt.Sprintf("%s: argument %d (%s) is %s; want %s", a.what, n, a.param(n), show(got), want)
}

// reflected is a helper that is called through reflection, prepared once.
type reflected struct {
	fn          reflect.Value
	withContext bool
	fails       bool
	readers     []readFunc
	writers     []writeFunc
	rest        readFunc // of each further argument of a variadic function; else nil
}

func newReflected(h *Helper) *reflected {
	fn := reflect.ValueOf(h.fn)
	t := fn.Type()
	r := &reflected{fn: fn, withContext: t.NumIn() > 0 && t.In(0) == contextType, fails: h.results() < t.NumOut()}
	params := paramTypes(t)
	if t.IsVariadic() {
		last := len(params) - 1
		r.rest, _ = reader(params[last].Elem())
		params = params[:last]
	}
	for _, p := range params {
		read, _ := reader(p) // was checked by Func
		r.readers = append(r.readers, read)
	}
	for i := range h.results() {
		write, _ := writer(t.Out(i))
		r.writers = append(r.writers, write)
	}
	return r
}

// read reads the arguments, of which there are n. If one does not fit, want says what would,
// and bad which it is.
func (r *reflected) read(c *engine.Context, n int, arg func(i int) lua.LValue) (in []reflect.Value, bad int, want string) {
	in = make([]reflect.Value, 0, max(len(r.readers), n)+1)
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
	for i := len(r.readers); r.rest != nil && i < n; i++ {
		v, want := r.rest(arg(i))
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
		in, bad, want := r.read(s.ctx, L.GetTop(), func(i int) lua.LValue { return L.Get(i + 1) })
		if want != "" {
			a.wrong(L, bad+1, want)
		}
		out, err := r.run(in)
		if err != nil {
			s.raise(L, fmt.Errorf("%s: %w", a.what, err))
		}
		for i := range out {
			L.Push(r.writers[i](out[i]))
		}
		return len(out)
	}
}
