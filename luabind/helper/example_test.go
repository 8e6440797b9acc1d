package helper_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// script runs a text that has the helpers in a global table.
func script(space helper.Namespace, text string) ([]lua.Value, error) {
	if err := space.Check(); err != nil {
		return nil, err
	}
	globals := lua.NewTable(0, 1)
	if err := globals.Set(lua.Name(space.Name), space.Table(helper.Options{}).Value()); err != nil {
		return nil, err
	}
	chunk, err := lua.Compile(lua.Source{Name: "guard.lua", Text: text})
	if err != nil {
		return nil, err
	}
	return lua.NewState().Call(chunk.Function(globals).Value())
}

func Example() {
	field := helper.Namespace{Name: "field", Helpers: []helper.Helper{
		helper.Func("distance(a, b): how far it is", func(a, b value.Vector) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }),
		helper.Func("place(name): where somebody is", func(name string) (value.Vector, error) {
			if name != "troll" {
				return value.Vector{}, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
			}
			return value.Vector{X: 3, Y: 4}, nil
		}),
	}}
	fmt.Println(script(field, `return field.distance({x = 0, y = 0}, field.place("troll"))`))

	_, err := script(field, `return field.distance({x = 0, y = 0})`)
	fmt.Println(err)

	_, err = script(field, `return field.place("elf")`)
	fmt.Println(err)
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// [5] <nil>
	// guard.lua:1: argument 2 (b) of field.distance is missing; want a table with the numbers x and y
	// guard.lua:1: field.place: elf: file does not exist
	// true
}

// Check reports an invalid type before scripts run.
func ExampleNamespace_Check() {
	fmt.Println(helper.Namespace{Name: "field", Helpers: []helper.Helper{
		helper.Func("wait(seconds): waits", func(seconds chan int) {}),
	}}.Check())
	// Output: namespace field: helper wait: parameter seconds: type chan int cannot be read from Lua; use numbers, strings, booleans, time.Duration, slices, maps with string keys, structs and value.Value
}

// A function that takes a *lua.Call reads its arguments itself.
func ExampleFunc_call() {
	fmt.Println(script(helper.Namespace{Name: "list", Helpers: []helper.Helper{
		helper.Func("count(list, value): how often a value is in a list", func(c *lua.Call) error {
			list, n := c.Table(1), 0
			c.Spend(list.Len())
			for i := range list.Len() {
				if list.Int(i + 1).Equal(c.Arg(2)) {
					n++
				}
			}
			c.Return(lua.Number(float64(n)))
			return nil
		}),
	}}, `return list.count({"elf", "orc", "elf"}, "elf")`))
	// Output: [2] <nil>
}

// Entities are handles, and their helpers are called without reflection.
func ExampleFuncOf() {
	type entity struct {
		hp    float64
		enemy *entity
	}
	orc := &entity{hp: 10}
	elf := &entity{hp: 7, enemy: orc}
	fmt.Println(script(helper.Namespace{Name: "body", Helpers: []helper.Helper{
		helper.Func("elf(): the elf", func() *entity { return elf }),
		helper.FuncOf[*entity]("enemy(e): whom it fights, or nil", func(e *entity) *entity { return e.enemy }),
		helper.FuncOf[*entity]("hp(e): what it has left", func(e *entity) float64 { return e.hp }),
	}}, `
local orc = body.enemy(body.elf())
return body.hp(orc), body.enemy(orc), orc == body.enemy(body.elf())`))
	// Output: [10 nil true] <nil>
}

func ExampleToValue() {
	list := lua.NewTable(0, 0)
	_ = list.Append(lua.String("elf"))
	_ = list.Set(lua.Name("hp"), lua.Number(5))
	v, err := helper.ToValue(list.Value())
	fmt.Println(v, err)

	_ = list.Set(lua.Name("self"), list.Value())
	_, err = helper.ToValue(list.Value())
	fmt.Println(err)
	// Output:
	// {"elf", hp=5} <nil>
	// a table is nested deeper than 8 levels: hand on less
}
