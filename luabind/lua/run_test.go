package lua_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// run returns what a program says in a State of its own, and its error behind that.
func run(text string) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprintf("%spanic: %v\n", said, r)
		}
	}()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		return fmt.Sprintln("error:", err)
	}
	said, err = runIn(lua.NewState(), chunk)
	if err != nil {
		said += fmt.Sprintln("error:", err)
	}
	return said
}

// runIn runs a program with globals of its own and returns what it says.
func runIn(s *lua.State, chunk *lua.Chunk) (said string, err error) {
	var out bytes.Buffer
	g := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
	_, err = s.Call(chunk.Function(g).Value())
	return out.String(), err
}

// compiled is Compile for a text without mistakes.
func compiled(t testing.TB, text string) *lua.Chunk {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return chunk
}

// TestConcatNumbers: numbers are written as tostring does, but a metamethod gets them as numbers.
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
