package lua_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// run returns the output of a program in a State of its own, followed by its error.
func run(text string) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprintf("%spanic: %v\n", said, r)
		}
	}()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		return fmt.Sprintln("error:", withCode(err))
	}
	said, err = runIn(lua.NewState(), chunk)
	if err != nil {
		said += fmt.Sprintln("error:", err)
	}
	return said
}

// withCode returns an error of the compiler with the code of a syntax error in place of its words.
func withCode(err error) string {
	var e *lua.Error
	var m *syntax.Error
	if errors.As(err, &e) && errors.As(err, &m) {
		return fmt.Sprintf("%s: %s", e.At, m.Code)
	}
	return err.Error()
}

// runIn runs a program with globals of its own and returns its output.
func runIn(s *lua.State, chunk *lua.Chunk) (said string, err error) {
	var out bytes.Buffer
	g := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
	_, err = s.Call(chunk.Function(g).Value())
	return out.String(), err
}

// compiled compiles a text that has no errors.
func compiled(t testing.TB, text string) *lua.Chunk {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return chunk
}

// TestConcatNumbers checks that a concatenation formats numbers like tostring, and passes them to a metamethod as
// numbers.
func TestConcatNumbers(t *testing.T) {
	s := lua.NewState()
	globals := lib.Open(s, lib.Options{})
	out, err := s.Call(compile(`
local t = setmetatable({}, {__concat = function(a, b) return type(a) .. type(b) end})
local long = ('x'):rep(5000)
return table.concat({1 .. 2 .. t, t .. 1 .. 2, 1 .. t, 1.5 .. '|' .. -7 .. 1e100 .. 0/0, #(1 .. long .. 22 .. long), '' .. '' .. ''}, ' ')`, globals))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := out[0].String(), "1numbertable tablestring numbertable 1.5|-71e+100nan 10003 "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestIncrement checks that t.n = t.n + y, which becomes one op, has the same effect as two statements, for all kinds
// of n and y.
func TestIncrement(t *testing.T) {
	values := []string{"1", "-0.5", "0", "-0", "1e308", "1/0", "0/0", "'5'", "' 0x10 '", "'x'", "nil", "true", "{}",
		"setmetatable({}, { __add = function(a, b) return 'sum' end, __sub = function(a, b) return type(a) .. type(b) end })"}
	objects := []string{"{ n = N }", "{ 1, 2, a = 1, b = 2, n = N }", "setmetatable({}, { __index = { n = N } })",
		"setmetatable({ n = N }, { __newindex = error })", "setmetatable({}, { __index = { n = N }, __newindex = function(t, k, v) rawset(t, 'set', v) end })"}
	var makers string
	for _, v := range values {
		makers += "values[#values + 1] = function() return " + v + " end\n"
	}
	for _, o := range objects {
		makers += "objects[#objects + 1] = function(N) return " + o + " end\n"
	}
	for _, op := range []string{"+", "-"} {
		for _, statements := range [][2]string{
			{"t.n = t.n " + op + " y", "local v = t.n " + op + " y t.n = v"},
			{"t.n = t.n " + op + " 2.5", "local v = t.n " + op + " 2.5 t.n = v"},
			{"t.n = t.n " + op + " t.n", "local v = t.n " + op + " t.n t.n = v"},
			{"t.n = t.n " + op + " u.n", "local v = t.n " + op + " u.n t.n = v"},
		} {
			var said [2]string
			for i, s := range statements {
				said[i] = run("local function f(t, y, u) " + s + " end\nlocal values, objects = {}, {}\n" + makers + `
for _, object in ipairs(objects) do
  for _, n in ipairs(values) do
    for _, y in ipairs(values) do
      y = y()
      local t, u = object(n()), { n = y }
      for i = 1, 3 do
        local ok = pcall(f, t, y, u)
        print(ok, 1 / (tonumber(t.n) or 1), type(t.n), t.set)
      end
    end
  end
end`)
			}
			if said[0] != said[1] {
				a, b := strings.Split(said[0], "\n"), strings.Split(said[1], "\n")
				for i := range a {
					if i >= len(b) || a[i] != b[i] {
						t.Errorf("%s: line %d is %s, and %s in two statements", statements[0], i, a[i], b[min(i, len(b)-1)])
						break
					}
				}
			}
		}
	}
}

// TestIncrementRefused checks that an entry that cannot be changed cannot be incremented.
func TestIncrementRefused(t *testing.T) {
	s := lua.NewState()
	made, err := s.Call(compiled(t, "return function(t) t.n = t.n + 1 end").Function(lua.NewTable(0, 0)).Value())
	if err != nil {
		t.Fatal(err)
	}
	counter := func() *lua.Table {
		x := lua.NewTable(0, 1)
		_ = x.Set(lua.Name("n"), lua.Number(1))
		return x
	}
	free, fixed, frozen := counter(), counter(), counter()
	fixed.Fix()
	lua.Freeze(frozen.Value())
	for _, c := range []struct {
		table   *lua.Table
		guarded bool
		want    float64
	}{{free, false, 2}, {free, false, 3}, {free, true, 3}, {fixed, false, 1}, {frozen, false, 1}, {free, false, 4}} {
		s.SetGuard(c.guarded)
		_, err := s.Call(made[0], c.table.Value())
		if n, _ := c.table.Get(lua.Name("n")).Float(); n != c.want || (err == nil) == (c.guarded || c.table != free) {
			t.Errorf("%+v: n is %v, error %v", c, n, err)
		}
	}
}
