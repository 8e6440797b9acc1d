package lua_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// compile returns the main function of a text that has no errors.
func compile(text string, globals *lua.Table) lua.Value {
	chunk, err := lua.Compile(lua.Source{Name: "example.lua", Text: text})
	if err != nil {
		panic(err)
	}
	return chunk.Function(globals).Value()
}

func Example() {
	globals := lua.NewTable(0, 0)
	hypot := lua.NewFunction("hypot", func(c *lua.Call) error {
		c.Return(lua.Number(math.Hypot(c.Number(1), c.Number(2))))
		return nil
	})
	if err := globals.Set(lua.Name("hypot"), hypot.Value()); err != nil {
		panic(err)
	}
	s := lua.NewState()
	results, err := s.Call(compile(`return hypot(3, 4), "and " .. hypot(5, 12)`, globals))
	fmt.Println(results, err)

	_, err = s.Call(compile(`return hypot(3, {})`, globals))
	fmt.Println(err)
	// Output:
	// [5 and 13] <nil>
	// example.lua:1: bad argument #2 to 'hypot' (number expected, got table)
}

// A meter ends a script that runs forever or exhausts the memory.
func ExampleState() {
	s := lua.NewState()
	s.Steps = 10000
	_, err := s.Call(compile(`while true do end`, lua.NewTable(0, 0)))
	fmt.Println(err, errors.Is(err, lua.ErrSteps))

	s.Steps, s.Bytes = lua.Unlimited, 100000
	_, err = s.Call(compile(`local t = {} while true do t = {t} end`, lua.NewTable(0, 0)))
	fmt.Println(err, errors.Is(err, lua.ErrBytes))
	// Output:
	// example.lua:1: too many steps true
	// example.lua:1: not enough memory true
}

// Frozen values cannot be changed, and can be shared.
func ExampleFreeze() {
	globals := lua.NewTable(0, 0)
	s := lua.NewState()
	_, err := s.Call(compile(`
speeds = {walk = 2, run = 5}
function slower() speeds.walk = 1 end`, globals))
	fmt.Println(err)
	lua.Freeze(globals.Value())
	_, err = s.Call(globals.Get(lua.Name("slower")))
	fmt.Println(err)
	// Output:
	// <nil>
	// example.lua:3: the table is constant and cannot be changed
}

// A guard is for functions that only compute a result and must not change anything.
func ExampleState_SetGuard() {
	globals := lua.NewTable(0, 0)
	s := lua.NewState()
	_, _ = s.Call(compile(`function ready(agent)
  local seen = {}
  seen.hp = agent.hp    -- a table of its own
  agent.asked = true    -- the caller's
end`, globals))
	agent := lua.NewTable(0, 0)
	s.SetGuard(true)
	_, err := s.Call(globals.Get(lua.Name("ready")), agent.Value())
	s.SetGuard(false)
	fmt.Println(err)
	// Output: example.lua:4: nothing can be changed here
}

// Go resumes a coroutine in the same way as Lua.
func ExampleThread() {
	globals := lua.NewTable(0, 0)
	_ = globals.Set(lua.Name("yield"), lua.Yield.Value())
	t := lua.NewThread(compile(`
local from = ...
for i = from, from + 2 do
  yield(i)
end
return "done"`, globals))
	s := lua.NewState()
	args := []lua.Value{lua.Number(7)}
	for t.Status() != lua.Dead {
		results, err := s.Resume(t, args...)
		fmt.Println(results, err, t.Status())
		args = nil
	}
	// Output:
	// [7] <nil> suspended
	// [8] <nil> suspended
	// [9] <nil> suspended
	// [done] <nil> dead
}

// A suspended coroutine is encoded as bytes. The decoded coroutine continues at the same place.
func ExampleCodec() {
	s := lua.NewState()
	globals := lib.Open(s, lib.Options{})
	chunk, err := lua.Compile(lua.Source{Name: "sum.lua", Text: `
local sum = 0
while true do
  sum = sum + coroutine.yield(sum)
end`})
	if err != nil {
		panic(err)
	}
	codec := lua.NewCodec()
	codec.Constant("lua", globals.Value())
	codec.File("sum.lua, version 1", chunk)

	co := lua.NewThread(chunk.Function(globals).Value())
	_, _ = s.Resume(co)
	sum, _ := s.Resume(co, lua.Number(5))
	data, err := codec.Encode(nil, co.Value())
	if err != nil {
		panic(err)
	}
	fmt.Println(sum)

	values, err := codec.Decode(s, data)
	if err != nil {
		panic(err)
	}
	sum, _ = s.Resume(values[0].Thread(), lua.Number(2))
	fmt.Println(sum)
	sum, _ = s.Resume(co, lua.Number(3)) // the original has not advanced
	fmt.Println(sum)
	// Output:
	// [5]
	// [7]
	// [8]
}

// The names in an expression are fields of the first parameter, unless Free gives them another meaning.
func ExampleCompileExpression() {
	tired, err := lua.CompileExpression(lua.Expression{
		Source: lua.Source{Name: "guard.bt", Text: "energy < 10"}, Params: []string{"agent"},
		Free: func(string, bool) lua.Free { return lua.FreeField() },
	})
	if err != nil {
		panic(err)
	}
	ready, err := lua.CompileExpression(lua.Expression{
		Source: lua.Source{Name: "guard.bt", Text: "not tired and hp < limit"}, At: lua.Position{Line: 7, Col: 12}, Params: []string{"agent"},
		Free: func(name string, _ bool) lua.Free {
			switch name {
			case "tired":
				return lua.FreeCall(tired)
			case "limit":
				return lua.FreeValue(lua.Number(30))
			}
			return lua.FreeField()
		},
	})
	if err != nil {
		panic(err)
	}
	agent := lua.NewTable(0, 0)
	_ = agent.Set(lua.Name("energy"), lua.Number(50))
	s := lua.NewState()
	_, err = s.Call1(ready, agent.Value())
	fmt.Println(err, err.(*lua.Error).At.Col)

	_ = agent.Set(lua.Name("hp"), lua.Number(20))
	v, err := s.Call1(ready, agent.Value())
	fmt.Println(v, err)
	// Output:
	// guard.bt:7: attempt to compare nil with number 26
	// true <nil>
}
