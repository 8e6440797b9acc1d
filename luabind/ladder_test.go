//go:build !luacore

package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// TestLadder: modules that require each other in a great many ways cost no more than their
// number when it is found out who uses a file that keeps too much.
func TestLadder(t *testing.T) {
	const rungs = 40
	var files strings.Builder
	for i := range rungs {
		for _, side := range []string{"a", "b"} {
			fmt.Fprintf(&files, "-- lib/%s%d.lua --\n", side, i)
			if i+1 < rungs {
				fmt.Fprintf(&files, "require 'lib.a%d'\nrequire 'lib.b%d'\n", i+1, i+1)
			}
			fmt.Fprintln(&files, "return {}")
		}
	}
	s := newSession(t, bough.Options{Keep: 128 << 10}, `
-- main.bt --
tree main
  keep
-- keep.lua --
local seen = {}
local function all() return seen end
return { behavior = function(agent)
  local t = all()
  for i = 1, 100 do t['k' .. bt.tick() .. ',' .. i] = true end
end }
-- other.lua --
require 'lib.a0'
return {}
`+files.String())
	s.spawn("main", nil)
	s.strike(500)
	if !strings.Contains(s.said(), "scripts/keep.lua keeps about") {
		t.Error(s.said())
	}
}
