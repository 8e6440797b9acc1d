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
		{"local x = 5\nx.y = 1", `error scripts/b.lua:3:1: not-a-table key="y" what="x (number)"`},
		{"agent.x = {}\nagent.x.y.z = 1", `error scripts/b.lua:3:9: not-a-table key="z" what="agent.x.y (nil)" -> if-nil remedy=(write-before code="agent.x.y = agent.x.y or {}")`},
		{"print(('x').y.z)", `error scripts/b.lua:2:13: not-a-table key="z" what="('x').y (nil)"`},
		{"print((true).y)", `error scripts/b.lua:2:14: not-a-table key="y" what="(true) (boolean)"`},
		{"local m = agent m.list = {}\nfor k, v in m.list do\nend", "problem scripts/b.lua:3:13: warning not-an-iterator what=\"m.list\" -> write-pairs list=\"m.list\"\n" + `error scripts/b.lua:3:13: not-an-iterator what="m.list (table)" -> write-pairs list="m.list"`},
		{"agent.list = {}\nagent.list()", `error scripts/b.lua:3:7: not-a-function what="agent.list (table)" -> call-of-field name="list"`},
		{"print(1, agent:move())", `error scripts/b.lua:2:16: not-a-function what="agent.move (nil)" -> call-of-field name="move"`},
		{"print(#agent.list)", `error scripts/b.lua:2:14: no-length what="agent.list (nil)" -> agent-lacks-field name="list" remedy=(write-code code="#(agent.list or {})")`},
		{"agent.x = -agent.speed", `error scripts/b.lua:2:18: cannot-negate what="agent.speed (nil)" -> agent-lacks-field name="speed" remedy=(write-code code="(agent.speed or 0)")`},
		{"for i = 1, agent.count do end", `error scripts/b.lua:2:18: loop-end-not-number what="agent.count (nil)" -> agent-lacks-field name="count" remedy=(write-code code="(agent.count or 1)")`},
		{"agent.hp = 5\nif agent.hp > '30' then end", "problem scripts/b.lua:3:15: warning number-in-quotes number=\"30\" operator=\">\" text=\"'30'\" -> it\n" + `error scripts/b.lua:3:13: cannot-compare left="agent.hp (number)" right="'30' (text)" -> without-quotes number="30"`},
		{"if 30 > agent.hp then end", `error scripts/b.lua:2:15: cannot-compare left="30 (number)" right="agent.hp (nil)" -> agent-lacks-field name="hp" remedy=(write-code code="(agent.hp or 0)")`},
		{"local t = { 1, 'x' } if #t < 3 then table.sort(t) end", `error scripts/b.lua:2:37: cannot-compare left="text" right="number"`},
		{"local x = #5", `error scripts/b.lua:2:11: no-length what="5 (number)"`},
		{"local x = #nil", `error scripts/b.lua:2:11: no-length what="nil"`},
		{"local x = -{}", `error scripts/b.lua:2:11: cannot-negate what="{} (table)"`},
		{"local x = {} < {}", `error scripts/b.lua:2:14: cannot-compare left="{} (table)" right="{} (table)"`},
		{"local x = 'a' .. 'b' ..\n'c' .. true", `error scripts/b.lua:3:5: cannot-calculate left="'c' (text)" operator=".." right="true (boolean)" -> write-code code="tostring(true)"`},
		{"local t = { u = {} } function t.u.v:w(...) return ... end", `error scripts/b.lua:2:35: not-a-table key="w" what="t.u.v (nil)" -> if-nil remedy=(write-before code="t.u.v = t.u.v or {}")`},
		{"local x = agent.a.x + agent.b.x", `error scripts/b.lua:2:17: not-a-table key="x" what="agent.a (nil)" -> agent-lacks-field name="a" remedy=(test-before operand="agent.a")`},
		{"(agent.x or 5)()", `error scripts/b.lua:2:15: not-a-function what="(agent.x or 5) (number)"`},
		{"for k, v in agent.x, 3 do end", `error scripts/b.lua:2:13: not-an-iterator what="agent.x (nil)" -> write-pairs list="agent.x"`},
		{"coroutine.wrap(print)", `error scripts/b.lua:2:16: wrong-argument function="coroutine.wrap" given="print (function)" n=1 name="f" want="a function of a file" -> write-lua-function`},
		{"local co = coroutine.wrap(function() end) co() co()", "error scripts/b.lua:2:48: dead-coroutine -> it"},
		{"local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(150) f(300)", "error scripts/b.lua:2:46: calls-too-deep most=200 -> it"},
		{"coroutine.wrap(function() local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(300) end)()", "error scripts/b.lua:2:72: calls-too-deep most=200 -> it"},
		{"math.random(0)", `error scripts/b.lua:2:1: random-below-one last="0" -> it`},
		{"math.random(5, 1)", `error scripts/b.lua:2:1: random-order first="5" last="1" -> it`},
		{"math.random(0/0)", `error scripts/b.lua:2:1: random-without-end first="1" last="nan" -> it`},
		{"error()", "error scripts/b.lua:2:1: error-without-message -> it"},
		{"error(nil)", "error scripts/b.lua:2:1: error-without-message -> it"},
		{"assert(nil, nil)", "error scripts/b.lua:2:1: unexplained-assertion -> it"},
		{"setmetatable(setmetatable({}, { __metatable = 1 }), {})", "error scripts/b.lua:2:1: protected-metatable -> it"},
		{"rawset(params, 'x', 1)", `error scripts/b.lua:2:1: read-only-table-changed function="rawset" table="params" -> it`},
		{"local p = params p.x = 1", `error scripts/b.lua:2:18: read-only-entry-written key="\"x\"" table="params" -> it`},
		{"local ok, e = pcall(function() return agent.hp + 1 end)\nif not ok then error(e, 0) end", `error scripts/b.lua:2:39: cannot-calculate left="agent.hp (nil)" operator="+" right="1 (number)" -> agent-lacks-field name="hp" remedy=(write-code code="(agent.hp or 0)")`},
		{"local ok, e = pcall(function() local t = 1 t.x = 2 end)\nif not ok then error(e, 0) end", `error scripts/b.lua:2:44: not-a-table key="x" what="t (number)"`},
		{"local ok, e = pcall(function() return 1 + {} end)\nerror('other: ' .. e, 0)", `error scripts/b.lua:3:1: script-error text="other: scripts/b.lua:2: attempt to perform arithmetic on a table value"`},
		{"rawset(math, 'x', 1)", `error scripts/b.lua:2:1: shared-table-changed function="rawset" table="math" -> it`},
		{"local t = { math } t[1].x = 1", `error scripts/b.lua:2:25: shared-entry-written entry="math.x" table="math" -> it`},
		{"print(unpack({}, 1, 8000))", "error scripts/b.lua:2:7: too-many-results most=8000 -> it"},
		{"local t = setmetatable({}, {}) getmetatable(t).__index = t print(t.x)", "error scripts/b.lua:2:66: endless-index-chain -> it"},
		{"local t = setmetatable({}, { __index = 5 })\nprint(t.x)", `error scripts/b.lua:3:7: metafield-not-table key="x" kind="number" metafield="__index" -> it`},
		{"local t = setmetatable({}, { __newindex = true })\nt.x = 1", `error scripts/b.lua:3:1: metafield-not-table key="x" kind="boolean" metafield="__newindex" -> it`},
		{"coroutine.yield(1)", "error scripts/b.lua:2:1: yield-outside-coroutine -> it"},
		{"print(pcall(bt.wait, 1))", "false bt.wait can only be used in run: wait in run"},
		{"print(1/0, -1/0, 0/0, 1/0 .. '', ('%s %d'):format(1/0, 2), table.concat({ 0/0, 1 }))", "inf -inf nan inf inf 2 nan1"},
		{"bt.request(agent.list or 'go', agent.list or {})", `error scripts/b.lua:2:12: wrong-argument function="bt.request" given="agent.list or 'go' (\"go\")" n=1 name="agent" want="a table" -> write-code code="bt.request(agent, \"kind\")"`},
		{"bt.post(agent.list or 'noise', agent.id)", `error scripts/b.lua:2:9: wrong-argument function="bt.post" given="agent.list or 'noise' (\"noise\")" n=1 name="id" want="a number" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"local post = bt.post post(unpack({}))", `error scripts/b.lua:2:27: missing-argument function="bt.post" n=1 name="id" want="a number" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"print(bt.board('x')[{}])", `error scripts/b.lua:2:20: board-key-not-text board="x" key="table"`},
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
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs:go(agent, 3)", `cannot-calculate left="agent.x (nil)" operator="+" right="speed (table)" -> called-with-colon name="go" object="legs" place="scripts/b.lua:3"`},
		{"function M.go(agent, speed) if agent.x < 3 then end end", "legs:go(agent, 3)", `cannot-compare left="agent.x (nil)" right="3 (number)" -> called-with-colon name="go" object="legs" place="scripts/b.lua:3"`},
		{"function M:go(agent) self.y = self.x + agent.n end", "legs:go(agent, 3)", `cannot-calculate left="self.x (nil)" operator="+" right="agent.n (nil)" -> if-nil remedy=(write-code code="(self.x or 0)")`},
		{"function M.go(agent, speed) agent.x = agent.x + speed end", "legs.go(agent, 3)", `cannot-calculate left="agent.x (nil)" operator="+" right="speed (number)" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"function M.go(agent) return agent.x.y end", "local x = legs:go(agent) + 1", `not-a-table key="y" what="agent.x (nil)" -> called-with-colon name="go" object="legs" place="scripts/b.lua:3"`},
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
		{"agent.hp = agent.hpp + 1", `error scripts/b.lua:2:18: cannot-calculate left="agent.hpp (nil)" operator="+" right="1 (number)" -> agent-field-near name="hpp" near="hp" remedy=(write-code code="(agent.hpp or 0)")`},
		{"agent.hp = agent.hp + agent.bonus + agent.hp", `error scripts/b.lua:2:29: cannot-calculate left="agent.hp (number)" operator="+" right="agent.bonus (nil)" -> agent-lacks-field name="bonus" remedy=(write-code code="(agent.bonus or 0)")`},
		{"local x = agent.hp - agent.enemy.hp", `error scripts/b.lua:2:28: not-a-table key="hp" what="agent.enemy (nil)" -> agent-lacks-field name="enemy" remedy=(test-before operand="agent.enemy")`},
		{"local x = agent.title .. agent.titel", `error scripts/b.lua:2:32: cannot-calculate left="agent.title (text)" operator=".." right="agent.titel (nil)" -> agent-field-near name="titel" near="title" remedy=(write-code code="(agent.titel or \"\")")`},
		{"if agent.hp < agent.maxhp then end", `error scripts/b.lua:2:21: cannot-compare left="agent.hp (number)" right="agent.maxhp (nil)" -> agent-lacks-field name="maxhp" remedy=(write-code code="(agent.maxhp or 0)")`},
		{"local x = agent.hp / agent.max", `error scripts/b.lua:2:28: cannot-calculate left="agent.hp (number)" operator="/" right="agent.max (nil)" -> agent-lacks-field name="max" remedy=(write-code code="(agent.max or 1)")`},
		{"agent.attack()", `error scripts/b.lua:2:7: not-a-function what="agent.attack (nil)" -> call-of-field name="attack"`},
		{"legs.goo(agent)", `error scripts/b.lua:2:6: not-a-function what="legs.goo (nil)" -> lacks-name-near name="goo" near="go" owner="lib.legs"`},
		{"legs.upper()", `error scripts/b.lua:2:6: not-a-function what="legs.upper (nil)" -> lacks-name-has name="upper" names=[go far] owner="lib.legs"`},
		{"local x = legs.speed + 1", `error scripts/b.lua:2:16: cannot-calculate left="legs.speed (nil)" operator="+" right="1 (number)" -> lacks-name-has name="speed" names=[go far] owner="lib.legs"`},
		{"local x = hp + 1", `error scripts/b.lua:2:11: cannot-calculate left="hp (nil)" operator="+" right="1 (number)" -> no-global-near name="hp" near="agent.hp"`},
		{"retrun(agent)", `error scripts/b.lua:2:1: not-a-function what="retrun (nil)" -> no-global-near name="retrun" near="return"`},
		{"legs.go(nil)", `error scripts/lib/legs.lua:2:25: not-a-table key="x" what="a (nil)" -> argument-not-given function="legs.go" n=1 name="a" place="scripts/b.lua:2"`},
		{"local x = params.reach + 1", `error scripts/b.lua:2:18: cannot-calculate left="params.reach (nil)" operator="+" right="1 (number)" -> give-param-value name="reach"`},
		{"memory.n = memory.n + 1", `error scripts/b.lua:2:19: cannot-calculate left="memory.n (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(memory.n or 0)")`},
		{"local x local function f() return x + 1 end f()", `error scripts/b.lua:2:35: cannot-calculate left="x (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(x or 0)")`},
		{"for i, v in ipairs(agent.list) do end", `error scripts/b.lua:2:20: wrong-argument function="ipairs" given="agent.list (nil)" n=1 name="list" want="a table" -> agent-lacks-field name="list" remedy=(write-code code="(agent.list or {})")`},
		{"table.insert(agent.list, 1)", `error scripts/b.lua:2:14: wrong-argument function="table.insert" given="agent.list (nil)" n=1 name="list" want="a table" -> agent-lacks-field name="list" remedy=(write-before code="agent.list = agent.list or {}")`},
		{"print(agent.title.upper())", `error scripts/b.lua:2:19: missing-argument function="string.upper" n=1 name="s" want="a text" -> write-code code="agent.title:upper()"`},
		{"for i in 10 do end", `error scripts/b.lua:2:10: not-an-iterator what="10 (number)" -> write-count`},
		{"for i in 1, 3 do end", `error scripts/b.lua:2:10: not-an-iterator what="1 (number)" -> write-count`},
		{"local t = {} t[agent.key] = 1", `error scripts/b.lua:2:16: nil-key what="agent.key (nil)" -> agent-lacks-field name="key" remedy=(test-before operand="agent.key")`},
		{"assert(agent.ready)", `error scripts/b.lua:2:1: assertion-failed condition="agent.ready" -> it`},
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
		{"\nlocal x = 1 goto nowhere", `problem scripts/b.lua:3:18: goto-without-label label="nowhere" -> it`},
		{"goto next\nlocal x = 1 ::next:: print(x)", `problem scripts/b.lua:2:6: goto-into-scope label="next" name="x" -> it`},
		{"::a:: print(1)\n  ::a::", `problem scripts/b.lua:3:5: duplicate-label label="a" line="2" -> it`},
		{strings.Repeat("for i = 1, 1 do ", 210) + strings.Repeat("end ", 210), "problem scripts/b.lua:2:3141: too-many-locals most=200 -> it"},
		{strings.Repeat("local a ", 210), "problem scripts/b.lua:2:1575: too-many-locals most=200 -> it"},
		{upvalues(256), "problem scripts/b.lua:2:4677: too-many-upvalues most=255 -> it"},
		{"\n break", "problem scripts/b.lua:3:2: break-outside-loop -> it"},
		{"return ...", "problem scripts/b.lua:2:8: varargs-outside-function -> it"},
		{"local x = f(" + strings.TrimSuffix(strings.Repeat("g(), ", 600), ", ") + ")", "problem scripts/b.lua:2:2483: too-many-values -> it"},
	} {
		if got := run(t, "behavior", c.body); !strings.HasPrefix(got, c.want) {
			t.Errorf("%.40s\ngot  %.300s\nwant %s", c.body, got, c.want)
		}
	}
}
