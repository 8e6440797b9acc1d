//go:build !luacore

package luabind_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// filling makes lists of a megabyte, n of them, and keeps them where it is told to.
func filling(keep string, n int) string {
	return fmt.Sprintf("-- b.lua --\nlocal kept = {}\nlocal function put(t, k, v) t[k] = v end\nreturn { behavior = function(agent)\n"+
		"local t = {} %s for i = 1, %d do local u = {} for k = 1, 16 do u[2 ^ k - 1] = 1 end t[i] = u for j = 1, 120 do end end agent.full = 1 end }\n", keep, n)
}

// busy does much and keeps what others keep.
const busy = "-- c.lua --\nreturn { behavior = function(agent) agent.seen = {} for i = 1, 20000 do agent.seen[i % 1000 + 1] = i end agent.done = (agent.done or 0) + 1 end }\n"

// TestSurge: many who fill the memory in one tick, or with several workers, are stopped, in
// whatever they keep it, and their neighbors are not.
func TestSurge(t *testing.T) {
	for _, c := range []struct {
		name, keep    string
		workers, each int
		fillers       int
	}{
		{"several workers", "", 2, 1e9, 4},
		{"many agents", "agent.t = t", 1, 48, 120},
		{"many agents of several workers", "agent.t = t", 3, 48, 120},
		{"a file", "put(kept, #kept + 1, t)", 2, 48, 120},
		{"a coroutine", "agent.co = coroutine.wrap(function() local mine = t coroutine.yield() return mine end) agent.co()", 2, 48, 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.fillers > 4 {
				t.Skip("takes a gigabyte")
			}
			s := newSession(t, bough.Options{Seed: 1, Workers: c.workers}, filling(c.keep, c.each)+busy+"-- main.bt --\ntree main\n  b\n-- other.bt --\ntree other\n  c\n").clean()
			for range c.fillers {
				s.spawn("main", nil)
			}
			other := s.spawn("other", nil)
			luabind.Collect()
			s.tick(1)
			if got := s.take(); !strings.Contains(got, "scripts/b.lua:4:1: takes memory") || strings.Contains(got, "scripts/c.lua") {
				t.Errorf("%s", got)
			}
			if number(other, "done") != 1 {
				t.Error("the neighbor was stopped")
			}
			full := 0
			for a := range s.game.World().Agents() {
				full += int(number(a, "full"))
			}
			if full > c.fillers/2 { // when memory has grown by so much is known somewhat late
				t.Errorf("%d of %d were not stopped", full, c.fillers)
			}
			t.Log(full)
		})
	}
	runtime.GC()
}
