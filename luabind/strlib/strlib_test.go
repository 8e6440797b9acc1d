package strlib

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// script is a Lua state that has the package's functions in place of the
// library's own, which it keeps in the table "original", and a budget.
type script struct {
	L       *lua.LState
	budget  int // left; charging below 0 raises an error
	charged int
	largest int // single charge
}

const spent = "budget spent"

func newScript(t testing.TB, budget int) *script {
	s := &script{L: lua.NewState(), budget: budget}
	t.Cleanup(s.L.Close)
	s.L.SetContext(&watch{context.Background(), s})
	original := s.L.NewTable()
	for _, f := range append(Strings(s.charge), Tables(s.charge)...) {
		lib := s.L.G.Global
		if f.Lib != "" {
			lib = lib.RawGetString(f.Lib).(*lua.LTable)
		}
		original.RawSetString(f.Name, lib.RawGetString(f.Name))
		lib.RawSetString(f.Name, s.L.NewFunction(f.Call))
	}
	s.L.SetGlobal("original", original)
	return s
}

func (s *script) charge(L *lua.LState, n int) {
	if n <= 0 {
		panic("charged nothing")
	}
	s.charged += n
	s.largest = max(s.largest, n)
	if s.budget -= n; s.budget < 0 {
		L.RaiseError(spent)
	}
}

// watch ends a script whose budget is spent even if it catches errors, as the
// instruction budget of a host does.
type watch struct {
	context.Context
	s *script
}

var ended = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (w *watch) Done() <-chan struct{} {
	if w.s.budget >= 0 {
		return nil
	}
	return ended
}

func (w *watch) Err() error { return errors.New(spent) }

// eval returns what the chunk test.lua returns, or its error.
func (s *script) eval(src string) string {
	fn, err := s.L.Load(strings.NewReader(src), "test.lua")
	if err != nil {
		return err.Error()
	}
	return s.call(fn)
}

// call returns the results of a function, separated by spaces, or its error; if
// that comes from Go, marked as a panic.
func (s *script) call(fn lua.LValue, args ...lua.LValue) string {
	top := s.L.GetTop()
	defer s.L.SetTop(top)
	s.L.Push(fn)
	for _, a := range args {
		s.L.Push(a)
	}
	if err := s.L.PCall(len(args), lua.MultRet, nil); err != nil {
		if api, ok := err.(*lua.ApiError); ok && api.Type == lua.ApiErrorRun {
			return "error: " + api.Object.String()
		}
		return "panic: " + err.Error()
	}
	var out []string
	for i := top + 1; i <= s.L.GetTop(); i++ {
		out = append(out, show(s.L.Get(i)))
	}
	return strings.Join(out, " ")
}

func show(v lua.LValue) string {
	if s, ok := v.(lua.LString); ok {
		return strconv.Quote(string(s))
	}
	return v.String()
}

// check evaluates pairs of an expression and what it must return.
func check(t *testing.T, pairs [][2]string) {
	t.Helper()
	s := newScript(t, 1<<30)
	for _, p := range pairs {
		if got := s.eval("return " + p[0]); got != p[1] {
			t.Errorf("%s\n got %s\nwant %s", p[0], got, p[1])
		}
	}
}
