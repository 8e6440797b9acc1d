//go:build !luacore

package luabind_test

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// onCore tells which host is tested.
const onCore = false

func timeOnly(r *luabind.Runtime, word string) { luabind.TimeOnly(r, word) }

func inGo(c interface{ Source() string }) bool { return luabind.InGo(c) }

func valueByLua(x engine.Expression, c *engine.Context) (engine.Value, error) {
	return luabind.ValueByLua(x, c)
}
