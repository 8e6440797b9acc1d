//go:build !luacore

package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// TestKeepExplained: to explain what an agent would do that keeps too much tells that its
// hook is refused, and does not have the agent held.
func TestKeepExplained(t *testing.T) {
	body := strings.Replace(spread, "behavior = function(agent)", "precondition = (function() local function put(agent)", 1)
	s, agents := newKeeper(t, bough.Options{Keep: 128 << 10}, body+" return function(agent) put(agent) return true end end)()", 1)
	a := agents[0]
	told := false
	for i := 0; i < 2000 && !told; i++ {
		s.tick(1)
		a.Pause()
		n := number(a, "n")
		for _, step := range a.Explain().Steps {
			told = told || strings.Contains(step.Error, "the agent is not ticked")
		}
		a.Set(engine.KeyOf("n"), engine.Number(n))
		s.tick(1)
		if a.Held() {
			t.Fatal("the explanation has had the agent held")
		}
		a.Resume()
	}
	if !told {
		t.Fatal("no explanation says that the hook is refused: ", s.said())
	}
}
