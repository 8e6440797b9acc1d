//go:build !luacore

package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough/luabind"
)

// TestCompiledCodeFits: allocations are a multiple of 8 or 16 bytes, so that a little room
// stays.
func TestCompiledCodeFits(t *testing.T) {
	c, problems := luabind.Compile("a.lua", "a", []byte(`
local function inner(x) return function() return x end end
return { precondition = function(agent) return inner(agent)() end, behavior = function() end }
`))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if functions, room := luabind.Spare(c); functions != 5 || room > 10*functions {
		t.Errorf("%d functions have room for %d more instructions; want 5, and at most 10 each", functions, room)
	}
}
