//go:build !luacore

package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
)

// TestLongList: who appends to a list that is too long is told so, and does not write over
// its last element.
func TestLongList(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    agent.list = agent.list or {}
    local list = agent.list
    for i = 1, 8191 + (#list == 0 and 7 or 0) do list[#list + 1] = i end
    agent.length = #list`))
	a := s.spawn("main", nil)
	s.tick(8)
	s.wantNone()
	if n := number(a, "length"); n != 65535 {
		t.Errorf("length %v", n)
	}
	a.Set(engine.KeyOf("length"), engine.Number(0))
	s.tick(1)
	if !strings.Contains(s.said(), "#: a list of more than 65535 elements; at most 65535 are allowed; keep fewer, or divide it") || number(a, "length") != 0 {
		t.Errorf("length %v, %s", number(a, "length"), s.said())
	}
}
