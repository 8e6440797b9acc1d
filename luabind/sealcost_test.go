package luabind_test

import (
	"runtime"
	"testing"
)

// TestSealedCost: the methods of a class are not copied for each of its objects, and what is
// deep in the data of a module is sealed only if it is read.
func TestSealedCost(t *testing.T) {
	const user = "local s = require('lib.s')\nlocal turns = coroutine.create(function() end)\nreturn { behavior = function(agent) agent.x = turns and s[1][1] end }\n"
	s := newSession(t, options, "-- main.bt --\ntree main\n  b\n-- b.lua --\n"+user+"-- lib/s.lua --\nlocal C, s = {}, {}\nC.__index = C\n"+
		"for i = 1, 300 do C['m' .. i] = i end\nfor i = 1, 30000 do s[i] = setmetatable({ i }, C) end\nreturn s\n").clean()
	s.spawn("main", nil)
	tick := func() int {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s.tick(1)
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	first := tick()
	s.save("-- b.lua --\n\n" + user)
	again := tick()
	if first > 50<<20 || again > 50<<20 {
		t.Errorf("%d bytes are allocated at first, and %d after a save", first, again)
	}
	s.want()
}
