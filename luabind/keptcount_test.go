//go:build !luacore

package luabind_test

import (
	"fmt"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// large is a project with a module of so many tables, which an agent holds too.
func large(tables int) string {
	return fmt.Sprintf("-- lib/map.lua --\nlocal map = {}\nfor i = 1, %d do map[i] = { i } end\nreturn map\n", tables) + `
-- main.bt --
tree main
  go
-- go.lua --
local map = require("lib.map")
return { behavior = function(agent)
  agent.map = map
  for i = 1, 4000 do local x = map[i] end
end }
`
}

// A file with thousands of tables is counted in portions, and forgotten in portions; what is
// its own is at no time taken for an agent's.
func TestCountInPortions(t *testing.T) {
	const tables = 20_000
	for workers := 1; workers <= 3; workers++ {
		for _, development := range []bool{false, true} {
			s := newSession(t, bough.Options{Keep: 32 << 10, Workers: workers, Development: development}, large(tables))
			a := s.spawn("main", nil)
			run := s.game.Runtime()
			last, ticks := 0, 0
			for ; last < tables && ticks < 500; ticks++ {
				s.tick(1)
				owned, _ := luabind.Owned(run)
				if more := owned - last; more > 2*tables/32+1000 {
					t.Fatalf("%d workers: %d tables were entered in one tick", workers, more)
				}
				last = owned
			}
			if ticks < 20 || ticks > 120 {
				t.Errorf("%d workers: counted after %d ticks", workers, ticks)
			}
			counts, portions := 0, 0
			for under := ""; counts < 3 && ticks < 5000; ticks++ {
				s.tick(1)
				if now := luabind.Counting(run); now != under {
					if under = now; under == "" {
						counts++
					}
				}
				if under != "" {
					portions++
				}
				if bytes, largest := s.game.Kept(a); bytes > 2000 {
					t.Fatalf("%d workers, tick %d: %d bytes are counted as the agent's: %v", workers, ticks, bytes, largest)
				}
				if owned, _ := luabind.Owned(run); owned < last {
					t.Fatalf("%d workers, tick %d: the files own %d tables; it was %d", workers, ticks, owned, last)
				}
			}
			if counts < 3 || portions < 20*counts {
				t.Errorf("%d workers: counted %d times in %d portions in %d ticks", workers, counts, portions, ticks)
			}
			s.want()

			s.save("-- lib/map.lua --\nreturn { { 1 } }\n")
			s.tick(1)
			before, leaving := luabind.Owned(run)
			if leaving < tables/2 {
				t.Errorf("%d workers: of %d tables %d are to be forgotten", workers, before, leaving)
			}
			s.tick(tables/2000 + 1)
			if owned, leaving := luabind.Owned(run); owned > 100 || leaving > 0 {
				t.Errorf("%d workers: the files own %d tables, and %d are to be forgotten", workers, owned, leaving)
			}
		}
	}
}

// A file that is saved again while it is being counted leaves nothing behind.
func TestCountOfFileThatIsGone(t *testing.T) {
	s := newSession(t, bough.Options{Workers: 2}, large(9000))
	s.spawn("main", nil)
	for i := range 12 {
		s.save(fmt.Sprintf("-- lib/map.lua --\nlocal map = {}\nfor i = 1, 9000 do map[i] = { i } end\n-- %d\nreturn map\n", i))
		s.tick(1 + 3*i)
	}
	s.save("-- lib/map.lua --\nreturn { { 1 } }\n")
	s.tick(60)
	if owned, leaving := luabind.Owned(s.game.Runtime()); owned > 100 || leaving > 0 || luabind.Counting(s.game.Runtime()) != "" {
		t.Errorf("the files own %d tables, %d are to be forgotten, and %q is counted", owned, leaving, luabind.Counting(s.game.Runtime()))
	}
}

// A module that is large and grows is found to do so, wherever the count is at that moment.
func TestCountOfLargeFileThatGrows(t *testing.T) {
	for _, per := range []int{200, 1000} {
		s := newSession(t, bough.Options{Keep: 256 << 10}, fmt.Sprintf(`
-- lib/map.lua --
local map = {}
for i = 1, 9000 do map[i] = { i } end
local function all() return map end
return { add = function() local m = all() m[#m + 1] = { 1 } end }
-- main.bt --
tree main
  root
    go +
    good
-- root.lua --
return {}
-- good.lua --
%s
-- go.lua --
local map = require("lib.map")
return { behavior = function(agent)
  if bt.tick() < 100 then return end
  for i = 1, %d do map.add() end
end }
`, good, per))
		a := s.spawn("main", nil)
		at := s.strike(3000)
		if at == 0 {
			t.Fatalf("%d a tick: nothing was raised", per)
		}
		if grown := (at - 100) * per * 100; grown > 6<<20 {
			t.Errorf("%d a tick: it was raised in tick %d, when about %d kB had been added", per, at, grown>>10)
		}
		s.wantGood([]*bough.Agent{a})
	}
}
