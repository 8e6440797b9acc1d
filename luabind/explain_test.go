package luabind_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// notOurs matches phrases of other Lua interpreters, and guesses. No message may contain them.
var notOurs = regexp.MustCompile(`non-table object|non-function object|__(unm|len|concat) undefined|gettable|settable|cannot perform|for statement|one of|a \w+ value\)|upvalue|0x`)

// TestMistakes checks the message for each kind of mistake. A message has the attempted operation, the operands as
// the source writes them, the position, and a remedy.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"print(f(nil) + 1)", "2:14: cannot calculate f(nil) (nil) + 1 (number): if it may be nil, write (f(nil) or 0)"},
		{"print(f() + agent.hp * 2)", "2:11: cannot calculate f() (nil) + agent.hp * 2 (number): if it may be nil, write (f() or 0)"},
		{"print(agent.hp +\n  agent.bonus)", "3:9: cannot calculate agent.hp (number) + agent.bonus (nil): the agent has no field bonus; if that may be so, write (agent.bonus or 0)"},
		{"print((agent.a or agent.b) + 1)", "2:28: cannot calculate (agent.a or agent.b) (nil) + 1 (number)"},
		{"print(({})[1] + 1)", "2:15: cannot calculate ({})[1] (nil) + 1 (number)"},
		{"print(agent.hp + agent.hp * agent.x)", "2:35: cannot calculate agent.hp (number) * agent.x (nil): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"print(-(agent.x))", "2:15: (agent.x) is not a number, and there is no -(agent.x)"},
		{"print(-f(1).y)", "2:13: f(1) (number) is used as if it were a table: it has no field 'y'"},
		{"print(2 - -agent.speed)", "2:18: agent.speed is not a number, and there is no -agent.speed: the agent has no field speed; if that may be so, write (agent.speed or 0)"},
		{"print(#agent.title, #f())", "2:21: f() is neither a table nor a text, and there is no #f(): if it may be nil, write #(f() or {})"},
		{"print(#(agent.list or agent.hp))", "2:7: (agent.list or agent.hp) (number) is neither a table nor a text, and there is no #(agent.list or agent.hp)"},
		{"print(agent.hp .. agent.title .. f())", "2:31: cannot calculate agent.title (string) .. f() (nil): if it may be nil, write (f() or \"\")"},
		{"print('hp: ' .. (agent.hp > 3))", "2:14: cannot calculate 'hp: ' (string) .. (agent.hp > 3) (boolean): write tostring((agent.hp > 3))"},
		{"print('list: ' .. { 1 })", "2:16: cannot calculate 'list: ' (string) .. { 1 } (table): of a table name the entry that is meant, or write table.concat for a list"},
		{"local h = 'hello ' print(h + agent.title)", "2:26: cannot calculate h (string) + agent.title (string): + adds numbers; texts are joined by .."},
		{"print(agent.title * 2)", "2:13: cannot calculate agent.title (string) * 2 (number): * is for numbers, and this text is none"},
		{"print(agent.hp + f)", "2:18: cannot calculate agent.hp (number) + f (function): to call it, write f()"},
		{"print(agent.hp + math.floor)", "2:23: cannot calculate agent.hp (number) + math.floor (function): to call it, write math.floor()"},
		{"print(nil + 1)", "2:11: cannot calculate nil + 1 (number)"},
		{"print(f() < 1, f(1) < 2)", "2:11: attempt to compare f() (nil) with 1 (number): if it may be nil, write (f() or 0)"},
		{"print(agent.hp\n  <\n  agent.max)", "4:9: attempt to compare agent.hp (number) with agent.max (nil): the agent has no field max; if that may be so, write (agent.max or 0)"},
		{"local l = { 1 } for i = 1, l.length do end", "2:30: the last value of the loop, l.length, is not a number: write #l"},
		{"print(agent.title.length + 1)", "2:19: cannot calculate agent.title.length (nil) + 1 (number): for the length of a list or a text write #agent.title, for a field that may be nil (agent.title.length or 0)"},
		{"local s = 'x' print(s.length + 1)", "2:23: cannot calculate s.length (nil) + 1 (number): write #s"},
		{"local l = {} print(l.length + 1)", "2:22: cannot calculate l.length (nil) + 1 (number): if it may be nil, write (l.length or 0)"},
		{"local l = { 1 } l:add(3)", "2:19: l.add is not a function, and cannot be called: table.insert(list, value) adds an entry at the end"},
		{"local l = { 1 } l:insert(3)", "2:19: l.insert is not a function, and cannot be called: write table.insert(l, ...)"},
		{"agent.title:split(' ')", "2:13: agent.title.split is not a function, and cannot be called: for word in text:gmatch(\"%S+\") do goes through the words"},
		{"agent.title:substring(1)", "2:13: agent.title.substring is not a function, and cannot be called: write text:sub(first, last), which counts from 1"},
		{"print(agent.hp + 1 <= legs.reach)", "2:28: attempt to compare agent.hp + 1 (number) with legs.reach (nil): lib.legs has no reach; it has go, far"},
		{"print(f(agent) > legs)", "2:16: attempt to compare f(agent) (table) with legs (table)"},
		{"print({} < {})", "2:10: attempt to compare {} (table) with {} (table)"},
		{"print(agent.title < 3)", "2:19: attempt to compare agent.title (string) with 3 (number)"},
		{"print('7' < agent.hp)", "2:11: attempt to compare '7' (string) with agent.hp (number): write 7 without quotes"},
		{"print(nil < 3)", "2:11: attempt to compare nil with 3 (number)"},
		{"print(f < f)", "2:9: attempt to compare f (function) with f (function): to call it, write f()"},
		{"agent.walk()", "2:7: agent.walk is not a function, and cannot be called: a field of the agent is data; call a function of the file, walk(agent), or of a module"},
		{"agent:walk(1, 2, 3)", "2:7: agent.walk is not a function, and cannot be called: a field of the agent is data; call a function of the file, walk(agent), or of a module"},
		{"agent.title:shout()", "2:13: agent.title.shout is not a function, and cannot be called"},
		{"agent.title.shout()", "2:13: agent.title.shout is not a function, and cannot be called"},
		{"f(1)(2)", "2:5: f(1) is not a function, and cannot be called"},
		{"f(f)(1)(2)", "2:8: f(f)(1) is not a function, and cannot be called"},
		{"({})[1]()", "2:5: ({})[1] is not a function, and cannot be called"},
		{"(agent.a or agent.b)()", "2:21: (agent.a or agent.b) is not a function, and cannot be called"},
		{"local b = bt or nil b.dt()", "2:23: b.dt is not a function, and cannot be called: it is a number: write b.dt"},
		{"legs[1](agent)", "2:5: legs[1] is not a function, and cannot be called"},
		{"local go = legs.goo go(agent)", "2:21: go is not a function, and cannot be called"},
		{"math.sqr(2)", "2:6: math.sqr is not a function, and cannot be called: math has no sqr; did you mean sqrt?"},
		{"math.round(2)", "2:6: math.round is not a function, and cannot be called: math has no round; write math.floor(x + 0.5)"},
		{"bt.wiat(1, bt.wiat)", "2:4: bt.wiat is not a function, and cannot be called: bt has no wiat; did you mean wait?"},
		{"string.gsubb('a', 'b', 'c')", "2:8: string.gsubb is not a function, and cannot be called: string has no gsubb; did you mean gsub?"},
		{"hpp()", "2:1: hpp is not a function, and cannot be called: there is no global hpp; if it is the file's own, write local function hpp(...) ... end above"},
		{"agent.hp(1)\n", "2:7: agent.hp is not a function, and cannot be called: a field of the agent is data; call a function of the file, hp(agent), or of a module"},
		{"f(agent\n  .hp(1))", "3:4: agent.hp is not a function, and cannot be called: a field of the agent is data; call a function of the file, hp(agent), or of a module"},
		{"return agent.go()", "2:14: agent.go is not a function, and cannot be called: a field of the agent is data; call a function of the file, go(agent), or of a module"},
		{"for k in f() do end", "2:10: f() is not a function, and cannot be called"},
		{"for k in agent.title do end", "2:10: agent.title is not a function, and cannot be called: for ... in wants pairs(agent.title) or ipairs(agent.title)"},
		{"for i in agent.hp do end", "2:10: agent.hp is not a function, and cannot be called: to count, write for i = FIRST, LAST do"},
		{"for k, v in { 1, 2 } do end", "2:13: { 1, 2 } is not a function, and cannot be called: for ... in wants pairs({ 1, 2 }) or ipairs({ 1, 2 })"},
		{"for k, v in nil do end", "2:13: nil is not a function, and cannot be called"},
		{"for k in legs.goo(agent) do end", "2:15: legs.goo is not a function, and cannot be called: lib.legs has no goo; did you mean go?"},
		{"for i = f(), 2 do end", "2:9: the first value of the loop, f(), is not a number: if it may be nil, write (f() or 1)"},
		{"for i = 1, {} do end", "2:12: the last value of the loop, {} (table), is not a number"},
		{"for i = 1, agent.title do end", "2:18: the last value of the loop, agent.title (string), is not a number"},
		{"for i = 1,\n  2,\n  agent.step or nil do end", "4:3: the step of the loop, agent.step or nil, is not a number: if it may be nil, write (agent.step or nil or 1)"},
		{"print(agent.target.hp)", "2:13: agent.target (nil) is used as if it were a table: it has no field 'hp': the agent has no field target; if that may be so, test it before: if agent.target then ... end"},
		{"print(f().x, f(1))", "2:11: f() (nil) is used as if it were a table: it has no field 'x': if it may be nil, test it before: if f() then ... end"},
		{"print(f(\n  agent.target\n).x)", "4:3: f(agent.target) (nil) is used as if it were a table: it has no field 'x': if it may be nil, test it before: if f(agent.target) then ... end"},
		{"print(agent.a.b.c)", "2:13: agent.a (nil) is used as if it were a table: it has no field 'b': the agent has no field a; if that may be so, test it before: if agent.a then ... end"},
		{"agent.list[1].hp = 3", "2:7: agent.list (nil) is used as if it were a table: it has no field '1': the agent has no field list; if that may be so, test it before: if agent.list then ... end"},
		{"agent.a.b = 3", "2:7: agent.a (nil) is used as if it were a table: it has no field 'b': the agent has no field a; if that may be so, write agent.a = agent.a or {} before"},
		{"agent.list[agent.hp] = 3", "2:7: agent.list (nil) is used as if it were a table: it has no field '5': the agent has no field list; if that may be so, write agent.list = agent.list or {} before"},
		{"f().x = 1", "2:5: f() (nil) is used as if it were a table: it has no field 'x': if it may be nil, test it before: if f() then ... end"},
		{"print(bt.stimulus().x)", "2:21: bt.stimulus() (nil) is used as if it were a table: it has no field 'x': no stimulus has begun this behavior; name the one it waits for: stimulus = \"noise\" in its table, or in that of a node above it"},
		{"print(agent.hp.x)", "2:13: agent.hp (number) is used as if it were a table: it has no field 'x'"},
		{"print(f.x)", "2:7: f (function) is used as if it were a table: it has no field 'x'"},
		{"print(agent[nil].x)", "2:18: agent[nil] (nil) is used as if it were a table: it has no field 'x': if it may be nil, test it before: if agent[nil] then ... end"},
		{"print(agent.list[{}])", "2:13: agent.list (nil) is used as if it were a table: it has no field 'table': the agent has no field list; if that may be so, test it before: if agent.list then ... end"},
		{"print(agent.list[nil])", "2:13: agent.list (nil) is used as if it were a table: it has no field 'nil': the agent has no field list; if that may be so, test it before: if agent.list then ... end"},
		{"agent[f()] = 1", "2:7: f() is nil, and cannot be the key of a table: if it may be nil, test it before: if f() then ... end"},
		{"agent[agent.title .. nil] = 1", "2:19: cannot calculate agent.title (string) .. nil"},
		{"agent.x, agent[agent.key] = 1, 2", "2:16: agent.key is nil, and cannot be the key of a table: the agent has no field key; if that may be so, test it before: if agent.key then ... end"},
		{"memory[0 / 0] = 1", "2:8: 0 / 0 is not a number (nan), and cannot be the key of a table: n == n is false for nan; look for a division by 0"},
		{"local t = { [f()] = 1 }", "2:14: f() is nil, and cannot be the key of a table: if it may be nil, test it before: if f() then ... end"},
		{"local t = {\n  a = 1,\n  [agent.key] = f(1) }", "4:4: agent.key is nil, and cannot be the key of a table: the agent has no field key; if that may be so, test it before: if agent.key then ... end"},
		{"local t = { [nil] = 1 }", "2:14: the key of a table is nil: test the key before"},
		{"rawset({}, nil, 1)", "2:1: the key of a table is nil: test the key before"},
		{"math.floor(agent.x)", "2:12: bad argument #1 to 'floor' (number expected, got nil): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"math.floor(f())", "2:12: bad argument #1 to 'floor' (number expected, got nil): if it may be nil, write (f() or 0)"},
		{"math.floor(f(\n  agent.x))", "2:12: bad argument #1 to 'floor' (number expected, got nil): if it may be nil, write (f(agent.x) or 0)"},
		{"math.floor(agent.title)", "2:12: bad argument #1 to 'floor' (number expected, got string): agent.title is a string"},
		{"math.floor({})", "2:12: bad argument #1 to 'floor' (number expected, got table)"},
		{"(agent.m or math).floor()", "2:19: bad argument #1 to 'floor' (number expected, got no value)"},
		{"math.max(1, nil)", "2:13: bad argument #2 to 'max' (number expected, got nil)"},
		{"math.max(1, agent.x + 1)", "2:19: cannot calculate agent.x (nil) + 1 (number): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"table.insert(agent.list, 1)", "2:14: bad argument #1 to 'insert' (table expected, got nil): the agent has no field list; if that may be so, write agent.list = agent.list or {} before"},
		{"local function add(b) b.list = b.list or {} table.insert(b.list, 1) end add(bt.board('v'))", "2:58: bad argument #1 to 'insert' (table expected, got nil): write local copy = b.list or {}, change copy, and write b.list = copy, which is seen from the next tick on"},
		{"local function add(b) b.list.x = 1 end add(bt.board('v'))", "2:25: b.list (nil) is used as if it were a table: it has no field 'x': write local copy = b.list or {}, change copy, and write b.list = copy, which is seen from the next tick on"},
		{"table.concat(agent.list)", "2:14: bad argument #1 to 'concat' (table expected, got nil): the agent has no field list; if that may be so, write (agent.list or {})"},
		{"table.insert(f(), 1)", "2:14: bad argument #1 to 'insert' (table expected, got nil): if it may be nil, write (f() or {})"},
		{"agent.title:rep(agent.x)", "2:17: bad argument #1 to 'rep' (number expected, got nil): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"agent.title:rep({})", "2:17: bad argument #1 to 'rep' (number expected, got table)"},
		{"agent.title.upper()", "2:13: bad argument #1 to 'upper' (string expected, got no value): write agent.title:upper()"},
		{"string.upper(unpack({}))", "2:14: bad argument #1 to 'upper' (string expected, got no value)"},
		{"ipairs(agent.list or nil)", "2:8: bad argument #1 to 'ipairs' (table expected, got nil): if it may be nil, write (agent.list or nil or {})"},
		{"setmetatable(agent.hp, {})", "2:14: bad argument #1 to 'setmetatable' (table expected, got number): agent.hp is a number"},
		{"bt.post(agent.list or 'noise', 'x')", "2:9: bad argument #1 to 'post' (number expected, got string): write bt.post(id, \"noise\", { x = 1 }, seconds), where id is the number of an agent"},
		{"tonumber('1', agent.title)", "2:15: bad argument #2 to 'tonumber' (number expected, got string): agent.title is a string"},
		{"assert(agent.ready)", "2:1: assertion failed: agent.ready is nil or false: say why in a second argument: assert(agent.ready, \"not ready\")"},
		{"assert(f(agent) == 1)", "2:1: assertion failed: f(agent) == 1 is nil or false: say why in a second argument: assert(f(agent) == 1, \"not ready\")"},
		{"assert(false)", "2:1: assertion failed: say why in a second argument: assert(ready, \"not ready\")"},
		{"assert(agent.hp ==\n  4)", "2:1: assertion failed: agent.hp == 4 is nil or false: say why in a second argument: assert(agent.hp == 4, \"not ready\")"},
		{"table.sort({ 1, agent })", "2:1: attempt to compare table with number"},
		{"table.sort({ 3, 2 }, function(a, b) return a.x < b.x end)", "2:44: a (number) is used as if it were a table: it has no field 'x'"},
		{"('x'):gsub('x', function(c) return c.y.z end)", "2:38: c.y (nil) is used as if it were a table: it has no field 'z': if it may be nil, test it before: if c.y then ... end"},
		{"local co = coroutine.wrap(function() return agent.x + 1 end) co()", "2:51: cannot calculate agent.x (nil) + 1 (number): the agent has no field x; if that may be so, write (agent.x or 0)"},
		{"local m = setmetatable({}, { __index = function(t, k) return k.x.y end }) print(m.k)", "2:64: k.x (nil) is used as if it were a table: it has no field 'y': if it may be nil, test it before: if k.x then ... end"},
		{"local m = setmetatable({}, { __add = function(a, b) return a.x + b end }) print(m + 1)", "2:62: cannot calculate a.x (nil) + b (number): if it may be nil, write (a.x or 0)"},
		{"print(params.reach * 2)", "2:14: cannot calculate params.reach (nil) * 2 (number): give it a value in params = { reach = ... } of this file, or in the tree"},
		{"print(memory.n + 1)", "2:14: cannot calculate memory.n (nil) + 1 (number): if it may be nil, write (memory.n or 0)"},
		{"print(hp + 1)", "2:7: cannot calculate hp (nil) + 1 (number): there is no global hp; did you mean agent.hp?"},
		{"print(paramz.x)", "2:7: paramz (nil) is used as if it were a table: it has no field 'x': there is no global paramz; did you mean params?"},
		{"print(agent.hpp or agent.tilte .. 'x')", "2:26: cannot calculate agent.tilte (nil) .. 'x' (string): the agent has no field tilte; did you mean title? If it may be nil, write (agent.tilte or \"\")"},
		{"local a = agent print(a.hpp + 1)", "2:25: cannot calculate a.hpp (nil) + 1 (number): the agent has no field hpp; did you mean hp? If it may be nil, write (a.hpp or 0)"},
		{"local m = math print(m.pie * 2)", "2:24: cannot calculate m.pie (nil) * 2 (number): math has no pie; did you mean pi?"},
		{"local function g(who) return who.hpp + 1 end print(g(agent))", "2:34: cannot calculate who.hpp (nil) + 1 (number): the agent has no field hpp; did you mean hp? If it may be nil, write (who.hpp or 0)"},
	} {
		s := newSession(t, options, "-- lib/legs.lua --\nlocal M = {}\nfunction M.go(a) return a.x end M.far = 9\nreturn M\n"+
			one("local legs = require \"lib.legs\" local function f(x) return x end return { behavior = function(agent, params, memory)\n"+c.body+"\nend }\n"))
		s.spawn("main", bough.Fields{"hp": 5, "title": "troll"})
		s.take() // warnings
		s.tick(1)
		got := strings.TrimPrefix(s.take(), "error scripts/b.lua:")
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
		if bad := notOurs.FindString(got); bad != "" {
			t.Errorf("%s\n%s\nsays %q", c.body, got, bad)
		}
	}
}

// TestByteOrderMark checks that a byte order mark at the beginning of a file does not shift columns. Some editors
// write such a mark.
func TestByteOrderMark(t *testing.T) {
	s := newSession(t, options, one("\ufeffreturn { behavior = function(agent) return agent.x + 1 end }\n"))
	s.spawn("main", nil)
	s.tick(1)
	if got, want := s.take(), "error scripts/b.lua:1:50: cannot calculate agent.x (nil) + 1 (number): the agent has no field x"; !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
