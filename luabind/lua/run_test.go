package lua_test

import (
	"bytes"
	"fmt"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// run returns what a program says, and its error behind that.
func run(text string) (said string) {
	var out bytes.Buffer
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprintf("%spanic: %v\n", out.String(), r)
		}
	}()
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err == nil {
		_, err = s.Call(chunk.Function(g).Value())
	}
	if err != nil {
		fmt.Fprintln(&out, "error:", err)
	}
	return out.String()
}
