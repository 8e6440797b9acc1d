package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// TestWords checks that messages about errors of Lua are written for the author of a script.
func TestWords(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local x = 5\nx.y = 1", "error scripts/b.lua:3:1: x (number) is used as if it were a table: it has no field 'y'"},
		{"agent.x = {}\nagent.x.y.z = 1", "error scripts/b.lua:3:9: agent.x.y (nil) is used as if it were a table: it has no field 'z': if it may be nil, write agent.x.y = agent.x.y or {} before"},
		{"print(('x').y.z)", "error scripts/b.lua:2:13: ('x').y (nil) is used as if it were a table: it has no field 'z'"},
		{"print((true).y)", "error scripts/b.lua:2:14: (true) (boolean) is used as if it were a table: it has no field 'y'"},
		{"agent.list = {}\nfor k, v in agent.list do\nend", "error scripts/b.lua:3:13: agent.list is not a function, and cannot be called: for ... in wants pairs(agent.list) or ipairs(agent.list)"},
		{"agent.list = {}\nagent.list()", "error scripts/b.lua:3:7: agent.list is not a function, and cannot be called"},
		{"print(1, agent:move())", "error scripts/b.lua:2:16: agent.move is not a function, and cannot be called: a field of the agent is data; call a function of the file, move(agent), or of a module"},
		{"print(#agent.list)", "error scripts/b.lua:2:14: agent.list is neither a table nor a text, and there is no #agent.list: the agent has no field list; if that may be so, write #(agent.list or {})"},
		{"agent.x = -agent.speed", "error scripts/b.lua:2:18: agent.speed is not a number, and there is no -agent.speed: the agent has no field speed; if that may be so, write (agent.speed or 0)"},
		{"for i = 1, agent.count do end", "error scripts/b.lua:2:18: the last value of the loop, agent.count, is not a number: the agent has no field count; if that may be so, write (agent.count or 1)"},
		{"agent.hp = 5\nif agent.hp > '30' then end", "error scripts/b.lua:3:13: attempt to compare agent.hp (number) with '30' (string): write 30 without quotes"},
		{"if 30 > agent.hp then end", "error scripts/b.lua:2:15: attempt to compare 30 (number) with agent.hp (nil): the agent has no field hp; if that may be so, write (agent.hp or 0)"},
		{"local t = { 1, 'x' } if #t < 3 then table.sort(t) end", "error scripts/b.lua:2:37: attempt to compare string with number"},
		{"local x = #5", "error scripts/b.lua:2:11: 5 (number) is neither a table nor a text, and there is no #5"},
		{"local x = #nil", "error scripts/b.lua:2:11: nil is neither a table nor a text, and there is no #nil"},
		{"local x = -{}", "error scripts/b.lua:2:11: {} (table) is not a number, and there is no -{}"},
		{"local x = {} < {}", "error scripts/b.lua:2:14: attempt to compare {} (table) with {} (table)"},
		{"local x = 'a' .. 'b' ..\n'c' .. true", "error scripts/b.lua:3:5: cannot calculate 'c' (string) .. true (boolean): write tostring(true)"},
		{"local t = { u = {} } function t.u.v:w(...) return ... end", "error scripts/b.lua:2:35: t.u.v (nil) is used as if it were a table: it has no field 'w': if it may be nil, write t.u.v = t.u.v or {} before"},
		{"local x = agent.a.x + agent.b.x", "error scripts/b.lua:2:17: agent.a (nil) is used as if it were a table: it has no field 'x': the agent has no field a; if that may be so, test it before: if agent.a then ... end"},
		{"(agent.x or 5)()", "error scripts/b.lua:2:15: (agent.x or 5) is not a function, and cannot be called"},
		{"for k, v in agent.x, 3 do end", "error scripts/b.lua:2:13: agent.x is not a function, and cannot be called: for ... in wants pairs(agent.x) or ipairs(agent.x)"},
		{"coroutine.wrap(print)", "error scripts/b.lua:2:16: bad argument #1 to 'wrap' (Lua function expected): give it a function of a file: function(...) ... end"},
		{"local co = coroutine.wrap(function() end) co() co()", "error scripts/b.lua:2:48: a coroutine that has ended cannot be resumed: ask coroutine.status(co), or make a new one"},
		{"local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(150) f(300)", "error scripts/b.lua:2:46: calls nested too deep, more than 200 inside one another (recursion without end?): if it has an end, write it as a loop, and keep what is still to be done in a table"},
		{"coroutine.wrap(function() local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(300) end)()", "error scripts/b.lua:2:72: calls nested too deep, more than 200 inside one another (recursion without end?): if it has an end"},
		{"math.random(0)", "error scripts/b.lua:2:1: math.random(0): there is no whole number from 1 to 0; for a fraction from 0 to 1 write math.random()"},
		{"math.random(5, 1)", "error scripts/b.lua:2:1: math.random(5, 1): the smaller number comes first; write math.random(1, 5)"},
		{"math.random(0/0)", "error scripts/b.lua:2:1: math.random: 1 to nan is no interval, or too large a one"},
		{"error()", "error scripts/b.lua:2:1: error without a message: write error(\"what is wrong\")"},
		{"error(nil)", "error scripts/b.lua:2:1: error without a message: write error(\"what is wrong\")"},
		{"assert(nil, nil)", "error scripts/b.lua:2:1: assertion failed: say why in a second argument"},
		{"setmetatable(setmetatable({}, { __metatable = 1 }), {})", "error scripts/b.lua:2:1: cannot change a protected metatable: its __metatable is set, so no script can change it; make a table of your own"},
		{"rawset(params, 'x', 1)", "error scripts/b.lua:2:1: rawset cannot change params, which is read-only: keep what changes in memory or in a field of the agent"},
		{"local p = params p.x = 1", "error scripts/b.lua:2:18: params is read-only: \"x\" was written: keep what changes in memory or in a field of the agent"},
		{"local ok, e = pcall(function() return agent.hp + 1 end)\nif not ok then error(e, 0) end", "error scripts/b.lua:2:39: cannot calculate agent.hp (nil) + 1 (number): the agent has no field hp; if that may be so, write (agent.hp or 0)"},
		{"local ok, e = pcall(function() local t = 1 t.x = 2 end)\nif not ok then error(e, 0) end", "error scripts/b.lua:2:44: t (number) is used as if it were a table: it has no field 'x'"},
		{"local ok, e = pcall(function() return 1 + {} end)\nerror('other: ' .. e, 0)", "error scripts/b.lua:3:1: other: scripts/b.lua:2: attempt to perform arithmetic on a table value"},
		{"rawset(math, 'x', 1)", "error scripts/b.lua:2:1: rawset cannot change math, which is shared by all scripts: put it in a table of your own"},
		{"local t = { math } t[1].x = 1", "error scripts/b.lua:2:25: math.x was written, but math is shared by all scripts and cannot be changed: put it in a table of your own"},
		{"print(unpack({}, 1, 8000))", "error scripts/b.lua:2:7: too many results to unpack: unpack at most 7,997 values, or pass the table itself"},
		{"local t = setmetatable({}, {}) getmetatable(t).__index = t print(t.x)", "error scripts/b.lua:2:66: __index leads from table to table without end: a table in the chain is its own __index or __newindex"},
		{"local t = setmetatable({}, { __index = 5 })\nprint(t.x)", "error scripts/b.lua:3:7: field 'x' is read through __index of a metatable, which is a number: set __index to a table or a function"},
		{"local t = setmetatable({}, { __newindex = true })\nt.x = 1", "error scripts/b.lua:3:1: field 'x' is written through __newindex of a metatable, which is a boolean: set __newindex to a table or a function"},
		{"coroutine.yield(1)", "error scripts/b.lua:2:1: coroutine.yield called outside of a coroutine: write run = function(agent) ... end instead of behavior, and bt.yield() in it"},
		{"print(pcall(bt.wait, 1))", "false bt.wait can only be used in run: write run"},
		{"print(1/0, -1/0, 0/0, 1/0 .. '', ('%s %d'):format(1/0, 2), table.concat({ 0/0, 1 }))", "inf -inf nan inf inf 2 nan1"},
		{"bt.request(agent.list or 'go', agent.list or {})", "error scripts/b.lua:2:12: bad argument #1 to 'request' (table expected, got string): write bt.request(agent, \"hit\", { damage = 5 }, { channel = \"hands\", priority = 2 })"},
		{"bt.post(agent.list or 'noise', agent.id)", "error scripts/b.lua:2:9: bad argument #1 to 'post' (number expected, got string): write bt.post(id, \"noise\", { x = 1 }, seconds), where id is the number of an agent"},
		{"local post = bt.post post(unpack({}))", "error scripts/b.lua:2:27: bad argument #1 to 'post' (number expected, got no value): write bt.post(id"},
		{"print(bt.board('x')[{}])", "error scripts/b.lua:2:20: board x, entry table: keys are strings"},
	} {
		if got := run(t, "behavior", c.body); !strings.HasPrefix(got, c.want) || strings.Contains(got[len(c.want):], "\n") {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestRunIsCalledRun checks that messages call the hook run by its name in the file, although the engine calls it
// behavior.
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

// TestColonForDot checks the hint for an error in a module that was called with a colon. There must be no hint if
// the function is written for a colon.
func TestColonForDot(t *testing.T) {
	for _, c := range []struct{ module, call, want string }{
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs:go(agent, 3)", "cannot calculate agent.x (nil) + speed (table): legs:go(...) in scripts/b.lua:3 hands legs itself on as the first argument; write legs.go(...)"},
		{"function M.go(agent, speed) if agent.x < 3 then end end", "legs:go(agent, 3)", "attempt to compare agent.x (nil) with 3 (number): legs:go(...) in scripts/b.lua:3 hands legs itself"},
		{"function M:go(agent) self.y = self.x + agent.n end", "legs:go(agent, 3)", "cannot calculate self.x (nil) + agent.n (nil): if it may be nil, write (self.x or 0)"},
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs.go(agent, 3)", "cannot calculate agent.x (nil) + speed (number): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"function M.go(agent) return agent.x.y end", "local x = legs:go(agent) + 1", "agent.x (nil) is used as if it were a table: it has no field 'y': legs:go(...)"},
	} {
		s := newSession(t, options, "-- lib/legs.lua --\nlocal M = {}\n"+c.module+"\nreturn M\n"+one("local legs = require \"lib.legs\"\nreturn { behavior = function(agent)\n"+c.call+"\nend }\n"))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, "error scripts/lib/legs.lua:2:") || !strings.Contains(got, c.want) || strings.Contains(got, "hands") != strings.Contains(c.want, "legs:go") {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.module, c.call, got, c.want)
		}
	}
}

// TestWhatIsNil checks that an error names the part of the line that is nil, the names that the owner of that part
// has instead, and a remedy.
func TestWhatIsNil(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"agent.hp = agent.hpp + 1", "2:18: cannot calculate agent.hpp (nil) + 1 (number): the agent has no field hpp; did you mean hp? If it may be nil, write (agent.hpp or 0)"},
		{"agent.hp = agent.hp + agent.bonus + agent.hp", "2:29: cannot calculate agent.hp (number) + agent.bonus (nil): the agent has no field bonus; if that may be so, write (agent.bonus or 0)"},
		{"local x = agent.hp - agent.enemy.hp", "2:28: agent.enemy (nil) is used as if it were a table: it has no field 'hp': the agent has no field enemy; if that may be so, test it before: if agent.enemy then ... end"},
		{"local x = agent.title .. agent.titel", "2:32: cannot calculate agent.title (string) .. agent.titel (nil): the agent has no field titel; did you mean title? If it may be nil, write (agent.titel or \"\")"},
		{"if agent.hp < agent.maxhp then end", "2:21: attempt to compare agent.hp (number) with agent.maxhp (nil): the agent has no field maxhp; if that may be so, write (agent.maxhp or 0)"},
		{"local x = agent.hp / agent.max", "2:28: cannot calculate agent.hp (number) / agent.max (nil): the agent has no field max; if that may be so, write (agent.max or 1)"},
		{"agent.attack()", "2:7: agent.attack is not a function, and cannot be called: a field of the agent is data; call a function of the file, attack(agent), or of a module"},
		{"legs.goo(agent)", "2:6: legs.goo is not a function, and cannot be called: lib.legs has no goo; did you mean go?"},
		{"legs.upper()", "2:6: legs.upper is not a function, and cannot be called: lib.legs has no upper; it has go, far"},
		{"local x = legs.speed + 1", "2:16: cannot calculate legs.speed (nil) + 1 (number): lib.legs has no speed; it has go, far"},
		{"local x = hp + 1", "2:11: cannot calculate hp (nil) + 1 (number): there is no global hp; did you mean agent.hp?"},
		{"retrun(agent)", "2:1: retrun is not a function, and cannot be called: there is no global retrun; did you mean return?"},
		{"legs.go(nil)", "lib/legs.lua:2:25: a (nil) is used as if it were a table: it has no field 'x': if it may be nil, test it before: if a then ... end"},
		{"local x = params.reach + 1", "2:18: cannot calculate params.reach (nil) + 1 (number): give it a value in params = { reach = ... } of this file, or in the tree"},
		{"memory.n = memory.n + 1", "2:19: cannot calculate memory.n (nil) + 1 (number): if it may be nil, write (memory.n or 0)"},
		{"local x local function f() return x + 1 end f()", "2:35: cannot calculate x (nil) + 1 (number): if it may be nil, write (x or 0)"},
		{"for i, v in ipairs(agent.list) do end", "2:20: bad argument #1 to 'ipairs' (table expected, got nil): the agent has no field list; if that may be so, write (agent.list or {})"},
		{"table.insert(agent.list, 1)", "2:14: bad argument #1 to 'insert' (table expected, got nil): the agent has no field list; if that may be so, write agent.list = agent.list or {} before"},
		{"print(agent.title.upper())", "2:19: bad argument #1 to 'upper' (string expected, got no value): write agent.title:upper()"},
		{"for i in 10 do end", "2:10: 10 is not a function, and cannot be called: to count, write for i = FIRST, LAST do"},
		{"for i in 1, 3 do end", "2:10: 1 is not a function, and cannot be called: to count, write for i = FIRST, LAST do"},
		{"local t = {} t[agent.key] = 1", "2:16: agent.key is nil, and cannot be the key of a table: the agent has no field key; if that may be so, test it before: if agent.key then ... end"},
		{"assert(agent.ready)", "2:1: assertion failed: agent.ready is nil or false: say why in a second argument: assert(agent.ready, \"not ready\")"},
	} {
		s := newSession(t, options, "-- lib/legs.lua --\nlocal M = {}\nfunction M.go(a) return a.x end M.far = 9\nreturn M\n"+
			one("local legs = require \"lib.legs\" return { behavior = function(agent, params, memory)\n"+c.body+"\nend }\n"))
		s.spawn("main", bough.Fields{"hp": 5, "title": "troll"})
		s.take() // warnings
		s.tick(1)
		if got := s.take(); !strings.HasSuffix(got, c.want) || strings.Count(got, "\n") > 0 {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestCaughtErrorsNameTheFunction checks that an error about an argument names the function, even if pcall called
// it.
func TestCaughtErrorsNameTheFunction(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"pcall(math.max, 1, 2, 'x')", "bad argument #3 to 'max' (number expected, got string)"},
		{"xpcall(math.floor, function(e) return e end)", "bad argument #1 to 'floor'"},
		{"pcall(setmetatable, 1, 2)", "bad argument #1 to 'setmetatable' (table expected, got number)"},
		{"pcall(string.rep, 'x', {})", "bad argument #2 to 'rep' (number expected, got table)"},
		{"pcall(bt.since, {})", "bad argument #1 to 'since' (string expected, got table)"},
		{"pcall(function() return math.max(1, 2, 'x') end)", "bad argument #3 to 'max' (number expected, got string)"},
	} {
		if got := run(t, "behavior", "print(select(2, "+c.call+"))"); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.call, got, c.want)
		}
	}
}

// upvalues returns a function that uses n variables of two enclosing functions.
func upvalues(n int) string {
	var declared, used strings.Builder
	for i := range n {
		if i == n/2 {
			declared.WriteString("local function f() ")
		}
		fmt.Fprintf(&declared, "local v%d ", i)
		fmt.Fprintf(&used, "g(v%d) ", i)
	}
	return declared.String() + "local function h() " + used.String() + "end end"
}

// TestCompileErrors checks that errors of the compiler have a position, and are helpful.
func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"\nlocal x = 1 goto nowhere", "problem scripts/b.lua:3:18: there is no label nowhere that this goto can reach: write ::nowhere:: in the block of the goto or in one around it, in the same function"},
		{"goto next\nlocal x = 1 ::next:: print(x)", "problem scripts/b.lua:2:6: this goto next jumps over local x, which is used after the label: write local x before the goto, or put what is between them into do ... end"},
		{"::a:: print(1)\n  ::a::", "problem scripts/b.lua:3:5: the label a is there already, on line 2: give one of them another name"},
		{strings.Repeat("for i = 1, 1 do ", 210) + strings.Repeat("end ", 210), "problem scripts/b.lua:2:3141: more than 200 local variables at once in one function: put them into a table, or into smaller functions"},
		{strings.Repeat("local a ", 210), "problem scripts/b.lua:2:1575: more than 200 local variables at once in one function: put them into a table, or into smaller functions"},
		{upvalues(256), "problem scripts/b.lua:2:4677: a function uses more than 255 local variables from outside: put them into a table"},
		{"\n break", "problem scripts/b.lua:3:2: there is no loop around this break: to leave the function write return"},
		{"return ...", "problem scripts/b.lua:2:8: ... is not a parameter of this function: write ... as its last parameter"},
		{"local x = f(" + strings.TrimSuffix(strings.Repeat("g(), ", 600), ", ") + ")", "problem scripts/b.lua:2:2483: too many values at once in one expression or call of this function: divide it"},
	} {
		if got := run(t, "behavior", c.body); !strings.HasPrefix(got, c.want) {
			t.Errorf("%.40s\ngot  %.300s\nwant %s", c.body, got, c.want)
		}
	}
}
