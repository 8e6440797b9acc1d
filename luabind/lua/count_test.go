package lua_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// TestCounting checks the counts of a file whose lines say in comments how often their statements run.
func TestCounting(t *testing.T) {
	const text = `local M = {}
local function both(a, b)
  return a and b --> 3
end
function M.sign(n)
  if n > 0 then --> 3
    return 1 --> 1
  elseif n == 0 then --> 2
    return 0 --> 1
  else
    return -1 --> 1
  end
end
function M.loops(n)
  local sum = 0 --> 1
  for i = 1, n do --> 1
    sum = sum + i --> 4
    if i == 3 then goto next end --> 4 1
    sum = sum + both(i, i) --> 3
    ::next::
  end
  for _, x in ipairs({ 1, 2 }) do --> 1
    while x < 2 do x = x + 1 break end --> 2 1 1
  end
  repeat --> 1
    local f = function() return sum end --> 1 1
    sum = f() - 1 --> 1
  until true
  do
    return sum --> 1
  end
end
function M.never()
  error("no") --> 0
end
function M.co() --> 
  coroutine.yield(1) --> 1
  coroutine.yield(2) --> 1
  return 3 --> 0
end
return M
`
	chunk, err := lua.Compile(lua.Source{Name: "m.lua", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	counting := chunk.Counting()
	if chunk.Counts() != nil {
		t.Error("a file counts that need not")
	}
	type run struct {
		results      []string
		steps, bytes int64
	}
	play := func(c *lua.Chunk) (r run, functions map[string]*lua.Function) {
		s := lua.NewState()
		call := func(v lua.Value, args ...lua.Value) []lua.Value {
			out, err := s.Call(v, args...)
			if err != nil {
				t.Fatal(err)
			}
			r.results = append(r.results, fmt.Sprint(out))
			return append([]lua.Value{}, out...)
		}
		globals := lib.Open(s, lib.Options{})
		m := call(c.Function(globals).Value())[0].Table()
		r.results = nil // the table differs
		functions = map[string]*lua.Function{}
		for _, name := range []string{"sign", "loops", "never", "co"} {
			functions[name] = m.Get(lua.Name(name)).Function()
		}
		prepared := s.Prepare(functions["sign"])
		r.results = append(r.results, prepared.Run(lua.Number(5)).String(), prepared.Run(lua.Number(0)).String())
		call(functions["sign"].Value(), lua.Number(-2))
		call(functions["loops"].Value(), lua.Number(4))
		create := globals.Get(lua.Name("coroutine")).Table()
		co := call(create.Get(lua.Name("wrap")), functions["co"].Value())[0]
		r.results = r.results[:len(r.results)-1]
		call(co)
		call(co)
		r.steps, r.bytes = s.Steps, s.Bytes
		return r, functions
	}
	want, plain := play(chunk)
	got, counted := play(counting)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the file that counts gives\n%+v\nthe other one\n%+v", got, want)
	}
	byLine := map[int]string{}
	for _, n := range counting.Counts() {
		byLine[n.Line] += fmt.Sprint(" ", n.N)
	}
	for i, line := range strings.Split(text, "\n") {
		_, said, _ := strings.Cut(line, "-->")
		if got := strings.TrimSpace(byLine[i+1]); got != strings.TrimSpace(said) {
			t.Errorf("line %d counts %q: %s", i+1, got, line)
		}
	}
	for name, n := range map[string]int64{"sign": 3, "loops": 1, "never": 0, "co": 1} {
		if got := counted[name].Calls(); got != n {
			t.Errorf("%s was called %d times, want %d", name, got, n)
		}
		if plain[name].Calls() != 0 {
			t.Errorf("%s counts", name)
		}
	}
}

// TestCountingOnlyValue checks the functions that run without an op: as a test, as a value, and in another expression.
func TestCountingOnlyValue(t *testing.T) {
	chunk, err := lua.Compile(lua.Source{Name: "m.lua", Text: "return function(x) return x > 3 end"})
	if err != nil {
		t.Fatal(err)
	}
	c := chunk.Counting()
	s := lua.NewState()
	v, failed := s.Call1(c.Function(lua.NewTable(0, 0)))
	if failed != nil {
		t.Fatal(failed)
	}
	fn := v.Function()
	p := s.Prepare(fn)
	for _, n := range []float64{1, 5, 7} {
		p.Test(lua.Number(n))
	}
	p.Run(lua.Number(1))
	if _, err := s.Call1(fn, lua.Number(2)); err != nil {
		t.Fatal(err)
	}
	if got := c.Counts(); len(got) != 1 || got[0] != (lua.Count{Line: 1, Col: 20, N: 5}) || fn.Calls() != 5 {
		t.Errorf("got %v, %d calls", got, fn.Calls())
	}
}

// TestOutcomes checks that an expression counts its outcomes, also inside another expression.
func TestOutcomes(t *testing.T) {
	for _, text := range []string{"x > 3", "x > 3 and x", "f(x) > 3"} {
		var inner, outer lua.Outcomes
		double := lua.NewFunction("f", func(c *lua.Call) error { c.Return(c.Args()[0]); return nil })
		free := func(name string, called bool) lua.Free {
			if called {
				return lua.FreeValue(double.Value())
			}
			return lua.FreeField()
		}
		in, err := lua.CompileExpression(lua.Expression{Source: lua.Source{Name: "a.bt", Text: text}, Params: []string{"(agent)"}, Free: free, Outcomes: &inner})
		if err != nil {
			t.Fatal(err)
		}
		out, err := lua.CompileExpression(lua.Expression{Source: lua.Source{Name: "a.bt", Text: "not big"}, Params: []string{"(agent)"},
			Free: func(string, bool) lua.Free { return lua.FreeCall(in) }, Outcomes: &outer})
		if err != nil {
			t.Fatal(err)
		}
		s := lua.NewState()
		for i := range 5 {
			agent := lua.NewTable(0, 1)
			agent.Set(lua.Name("x"), lua.Number(float64(i+1)))
			if _, err := s.Test(out, agent.Value(), lua.Nil); err != nil {
				t.Fatal(err)
			}
		}
		if yes, no := inner.Seen(); yes != 2 || no != 3 {
			t.Errorf("%s: %d, %d", text, yes, no)
		}
		if yes, no := outer.Seen(); yes != 3 || no != 2 {
			t.Errorf("not of %s: %d, %d", text, yes, no)
		}
	}
}
