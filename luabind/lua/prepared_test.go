package lua_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// preparedFunctions are functions of at most three parameters that leave their registers in different states.
var preparedFunctions = []string{
	`function(a) return a.n < 3 end`,
	`function(a) return not (a.n < 3) end`,
	`function(a, b) return a.n > b and a.n ~= 2 or a.n == 4 end`,
	`function(a, b) a = a.n + b; b = a; return b end`,
	`function(a, b, c) b, c = c, b; return b, c end`,
	`function(a, b) return other(b, a.n) end`,
	`function(a, b) if b > 100 then return b end return self(a, b * 2) end`,
	`function(a) for i = 1, 3 do a.n = a.n + i end end`,
	`function(a, b) local t = { a.n, b } return t[1] * t[2] end`,
	`function(a) return math.abs(-a.n) end`,
	`function(a, ...) return select("#", ...) end`,
	`function(a) local f = function() a = a.n end f() return a end`,
	`function() return 7 end`,
	`function() local x, y; other(1, 2) return x == nil and y == nil end`,
	`function(a) return a.missing end`,
	`function(a) return pcall(function() return a.n + a end) end`,
}

// TestPrepared checks that prepared calls have the same results, the same effects on the argument and the same steps
// as Call1.
func TestPrepared(t *testing.T) {
	for _, text := range preparedFunctions {
		plain, again := newPrepared(t, text), newPrepared(t, text)
		rest := []lua.Value{lua.Number(5)}
		h := again.s.Prepare(again.fn, rest...)
		for round := range 7 {
			if round == 4 {
				again.s.Forget()
			}
			want, err := plain.s.Call1(plain.fn, append([]lua.Value{plain.arg.Value()}, rest...)...)
			if err != nil {
				t.Fatal(text, err)
			}
			var got lua.Value
			switch round % 3 {
			case 1:
				if yes := h.Test(again.arg.Value()); yes != want.Truth() {
					t.Errorf("%s: Test is %v in round %d", text, yes, round)
				}
				got = want
			default:
				got = h.Run(again.arg.Value())
			}
			if got.String() != want.String() && got.Kind() != lua.KindFunction {
				t.Errorf("%s: %v in round %d, want %v", text, got, round, want)
			}
			if x, y := plain.field("n"), again.field("n"); x != y {
				t.Errorf("%s: n is %v in round %d, want %v", text, y, round, x)
			}
			if plain.s.Steps != again.s.Steps {
				t.Errorf("%s: %d steps are left in round %d, want %d", text, again.s.Steps, round, plain.s.Steps)
			}
		}
	}
}

// TestPreparedWith checks that the last argument of RunWith comes after the others.
func TestPreparedWith(t *testing.T) {
	p := newPrepared(t, `function(a, b, c) local d = a.n + b * 10 + c * 100; c = nil; return d end`)
	h := p.s.Prepare(p.fn, lua.Number(2))
	for i := range 5 {
		if got, want := h.RunWith(p.arg.Value(), lua.Number(float64(i))), 21+float64(i)*100; got.String() != lua.Number(want).String() {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// TestPreparedErrors checks that a prepared call raises the error that Call1 returns, and that the next call works
// normally.
func TestPreparedErrors(t *testing.T) {
	const text = `function(a, b) b = b + a.n; if a.bad then return a.bad.x.y end return b end`
	p := newPrepared(t, text)
	h := p.s.Prepare(p.fn, lua.Number(5))
	run := func() (v lua.Value, err error) {
		defer func() {
			if r := recover(); r != nil {
				v, err = p.s.Caught(r)
			}
		}()
		return h.Run(p.arg.Value()), nil
	}
	for range 3 {
		p.arg.Set(lua.Name("bad"), lua.NewTable(0, 0).Value())
		_, want := p.s.Call1(p.fn, p.arg.Value(), lua.Number(5))
		if _, err := run(); err == nil || err.Error() != want.Error() {
			t.Errorf("error %v, want %v", err, want)
		}
		p.arg.Set(lua.Name("bad"), lua.Nil)
		if v, err := run(); err != nil || v.String() != "6" {
			t.Errorf("the next call: %v, %v", v, err)
		}
		p.s.Steps = 1
		if _, err := run(); err == nil {
			t.Error("no error without steps")
		}
		p.s.Steps = lua.Unlimited
	}
}

// TestPreparedForget checks that the values that an argument refers to are freed after State.Forget.
func TestPreparedForget(t *testing.T) {
	p := newPrepared(t, `function(a) local t = { a } return #t end`)
	h := p.s.Prepare(p.fn)
	arg := lua.NewTable(0, 0)
	h.Run(arg.Value())
	gone := weak.Make(arg)
	p.s.Forget()
	arg = nil
	for range 3 {
		runtime.GC()
	}
	if gone.Value() != nil {
		t.Error("the argument is kept")
	}
	runtime.KeepAlive(h)
}

type prepared struct {
	s   *lua.State
	fn  *lua.Function
	arg *lua.Table
}

func newPrepared(t *testing.T, text string) prepared {
	t.Helper()
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	chunk := compiled(t, "function other(x, y) x = x + 1 return x * y end self = "+text+" return self")
	v, err := s.Call1(chunk.Function(g))
	if err != nil {
		t.Fatal(err)
	}
	arg := lua.NewTable(0, 1)
	arg.Set(lua.Name("n"), lua.Number(1))
	return prepared{s, v.Function(), arg}
}

func (p prepared) field(name string) string { return p.arg.Get(lua.Name(name)).String() }

// TestPreparedAllocates checks that a prepared call allocates nothing if the function itself allocates nothing.
func TestPreparedAllocates(t *testing.T) {
	for _, text := range []string{
		`function(a, b, c) return a.n < b end`,
		`function(a, b, c) if a.n < b then return c end end`,
		`function(a, b, c) b = c return b end`,
		`function(a, b, c) return other(a.n, b) end`,
		`function() return 7 end`,
	} {
		p := newPrepared(t, text)
		h, a := p.s.Prepare(p.fn, lua.Number(5)), p.arg.Value()
		if n := testing.AllocsPerRun(100, func() { h.Run(a); h.Test(a); h.RunWith(a, lua.Number(1)) }); n > 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

// TestStateTest checks that State.Test has the same result, the same error and the same steps as Call1.
func TestStateTest(t *testing.T) {
	for _, body := range []string{
		"return a < b", "return a == 1 or not (b ~= 2)", "return a", "local c = a < b return c", "return a.x < b", "return nil", "return 5",
		"return pcall(error) and a < b", "while a < b do end return true", "return (function() return a end)() == a", "", "return f(a) < b",
	} {
		text := "local function f(x) return x.y end return function(a, b) " + body + " end"
		fn, err := lua.NewState().Call(compiled(t, text).Function(lib.Open(lua.NewState(), lib.Options{})).Value())
		if err != nil {
			t.Fatal(err)
		}
		f := fn[0].Function()
		a, b := lua.NewState(), lua.NewState()
		for i := range 3 {
			a.Steps, b.Steps = 1000, 1000
			x, y := lua.Number(float64(i)), lua.Number(1)
			yes, err := a.Test(f, x, y)
			v, err1 := b.Call1(f, x, y)
			if yes != v.Truth() || fmt.Sprint(err) != fmt.Sprint(err1) || a.Steps != b.Steps {
				t.Errorf("%s of %d: %v, %v with %d steps left; Call1 gives %v, %v with %d", body, i, yes, err, a.Steps, v, err1, b.Steps)
			}
		}
	}
}
