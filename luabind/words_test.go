package luabind_test

import (
	"strings"
	"testing"
)

// TestWords: what the Lua library says in words of its own is said in those of a script's
// author.
func TestWords(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local x = 5\nx.y = 1", "error scripts/b.lua:3:1: a number is used as if it were a table: it has no field 'y'"},
		{"agent.x = {}\nagent.x.y.z = 1", "error scripts/b.lua:3:9: nothing (nil) is used as if it were a table: it has no field 'z'"},
		{"print(('x').y.z)", "error scripts/b.lua:2:13: nothing (nil) is used as if it were a table: it has no field 'z'"},
		{"print((true).y)", "error scripts/b.lua:2:13: a boolean is used as if it were a table: it has no field 'y'"},
		{"agent.list = {}\nfor k, v in agent.list do\nend", "error scripts/b.lua:3:1: agent.list is not a function, and cannot be called: for ... in wants pairs(agent.list) or ipairs(agent.list)"},
		{"agent.list = {}\nagent.list()", "error scripts/b.lua:3:7: agent.list is not a function, and cannot be called"},
		{"print(1, agent:move())", "error scripts/b.lua:2:1: agent.move is not a function, and cannot be called"},
		{"print(#agent.list)", "error scripts/b.lua:2:14: agent.list is neither a table nor a text, and there is no #agent.list: if it may be nil, write #(agent.list or {})"},
		{"agent.x = -agent.speed", "error scripts/b.lua:2:18: agent.speed is not a number, and there is no -agent.speed: if it may be nil, write (agent.speed or 0)"},
		{"for i = 1, agent.count do end", "error scripts/b.lua:2:12: the last value of the loop, agent.count, is not a number: if it may be nil, write (agent.count or 1)"},
		{"agent.hp = 5\nif agent.hp > '30' then end", "error scripts/b.lua:3:13: attempt to compare agent.hp (number) with '30' (string): write 30 without quotes"},
		{"if 30 > agent.hp then end", "error scripts/b.lua:2:15: attempt to compare 30 (number) with agent.hp (nil): if it may be nil, write (agent.hp or 0)"},
		{"local t = { 1, 'x' } if #t < 3 then table.sort(t) end", "error scripts/b.lua:2:28: attempt to compare string with number"},
		{"error('__len undefined')", "error scripts/b.lua:2:1: # stands before what is neither a table nor a text"},
		{"local co = coroutine.wrap(function() end) co() co()", "error scripts/b.lua:2:1: a coroutine that has ended cannot be resumed; ask coroutine.status(co), or make a new one"},
		{"local s = ('x'):rep(16000) s = s .. s", "error scripts/b.lua:2:1: ..: result of 32000 bytes; at most 16384 are allowed: make it of less, or keep its parts in a table"},
		{"bt.request('go', {})", "error scripts/b.lua:2:12: bad argument #1 to request (table expected, got string): write bt.request(agent, \"hit\", { damage = 5 }, { channel = \"hands\", priority = 2 })"},
		{"bt.post('noise', agent.id)", "error scripts/b.lua:2:9: bad argument #1 to post (number expected, got string): write bt.post(id, \"noise\", { x = 1 }, seconds), where id is the number of an agent"},
		{"local post = bt.post post()", "error scripts/b.lua:2:22: bad argument #1 to post (number expected, got nil): write bt.post(id"},
		{"print(bt.board('x')[{}])", "error scripts/b.lua:2:1: board x, entry table: keys are strings"},
	} {
		if got := run(t, "behavior", c.body); !strings.HasPrefix(got, c.want) || strings.Contains(got[len(c.want):], "\n") {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestRunIsCalledRun: the engine calls the hook behavior, and the file run.
func TestRunIsCalledRun(t *testing.T) {
	s := newSession(t, options, one("return { run = function(agent)\n  while true do end\nend }\n"))
	s.spawn("main", nil)
	s.tick(12)
	if len(s.faults) != 2 {
		t.Fatalf("%d faults", len(s.faults))
	}
	for i, want := range []string{"call bt.yield() in it now and then, to go on in the next tick\n", "every call of its run failed"} {
		if got := s.faults[i].Error(); !strings.Contains(got, want) || !strings.Contains(got, "\n  hook run of b, agent main#1") {
			t.Error(got)
		}
	}
}

// TestColonForDot: an error in a module that was called with a colon says so, unless its
// function is written for that.
func TestColonForDot(t *testing.T) {
	for _, c := range []struct{ module, call, want string }{
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs:go(agent, 3)", "cannot calculate nil + table: legs:go(...) in scripts/b.lua:3 hands legs itself on as the first argument; write legs.go(...)"},
		{"function M.go(agent, speed) if agent.x < 3 then end end", "legs:go(agent, 3)", "attempt to compare agent.x (nil) with 3 (number): legs:go(...) in scripts/b.lua:3 hands legs itself"},
		{"function M:go(agent) self.y = self.x + agent.n end", "legs:go(agent, 3)", "cannot calculate nil + nil"},
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs.go(agent, 3)", "cannot calculate nil + number"},
		{"function M.go(agent) return agent.x.y end", "local x = legs:go(agent) + 1", "nothing (nil) is used as if it were a table: it has no field 'y': legs:go(...)"},
	} {
		s := newSession(t, options, "-- lib/legs.lua --\nlocal M = {}\n"+c.module+"\nreturn M\n"+one("local legs = require \"lib.legs\"\nreturn { behavior = function(agent)\n"+c.call+"\nend }\n"))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, "error scripts/lib/legs.lua:2:") || !strings.Contains(got, c.want) || strings.Contains(got, "hands") != strings.Contains(c.want, "legs:go") {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.module, c.call, got, c.want)
		}
	}
}
