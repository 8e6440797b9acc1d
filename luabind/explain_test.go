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
		{"print(f(nil) + 1)", `2:14: cannot-calculate left="f(nil) (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(f(nil) or 0)")`},
		{"print(f() + agent.hp * 2)", `2:11: cannot-calculate left="f() (nil)" operator="+" right="agent.hp * 2 (number)" -> if-nil remedy=(write-code code="(f() or 0)")`},
		{"print(agent.hp +\n  agent.bonus)", `3:9: cannot-calculate left="agent.hp (number)" operator="+" right="agent.bonus (nil)" -> agent-lacks-field name="bonus" remedy=(write-code code="(agent.bonus or 0)")`},
		{"print((agent.a or agent.b) + 1)", `2:28: cannot-calculate left="(agent.a or agent.b) (nil)" operator="+" right="1 (number)"`},
		{"print(({})[1] + 1)", `2:15: cannot-calculate left="({})[1] (nil)" operator="+" right="1 (number)"`},
		{"print(agent.hp + agent.hp * agent.x)", `2:35: cannot-calculate left="agent.hp (number)" operator="*" right="agent.x (nil)" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"print(-(agent.x))", `2:15: cannot-negate what="(agent.x) (nil)"`},
		{"print(-f(1).y)", `2:13: not-a-table key="y" what="f(1) (number)"`},
		{"print(2 - -agent.speed)", `2:18: cannot-negate what="agent.speed (nil)" -> agent-lacks-field name="speed" remedy=(write-code code="(agent.speed or 0)")`},
		{"print(#agent.title, #f())", `2:21: no-length what="f() (nil)" -> if-nil remedy=(write-code code="#(f() or {})")`},
		{"print(#(agent.list or agent.hp))", `2:7: no-length what="(agent.list or agent.hp) (number)"`},
		{"print(agent.hp .. agent.title .. f())", `2:31: cannot-calculate left="agent.title (text)" operator=".." right="f() (nil)" -> if-nil remedy=(write-code code="(f() or \"\")")`},
		{"print('hp: ' .. (agent.hp > 3))", `2:14: cannot-calculate left="'hp: ' (text)" operator=".." right="(agent.hp > 3) (boolean)" -> write-code code="tostring((agent.hp > 3))"`},
		{"print('list: ' .. { 1 })", `2:16: cannot-calculate left="'list: ' (text)" operator=".." right="{ 1 } (table)" -> name-entry`},
		{"local h = 'hello ' print(h + agent.title)", `2:26: cannot-calculate left="h (text)" operator="+" right="agent.title (text)" -> join-texts`},
		{"print(agent.title * 2)", `2:13: cannot-calculate left="agent.title (text)" operator="*" right="2 (number)" -> numbers-only operator="*"`},
		{"print(agent.hp + f)", `2:18: cannot-calculate left="agent.hp (number)" operator="+" right="f (function)" -> call-it name="f"`},
		{"local m = { floor = math.floor } print(agent.hp + m.floor)", `2:53: cannot-calculate left="agent.hp (number)" operator="+" right="m.floor (function)" -> call-it name="m.floor"`},
		{"print(nil + 1)", `2:11: cannot-calculate left="nil" operator="+" right="1 (number)"`},
		{"print(f() < 1, f(1) < 2)", `2:11: cannot-compare left="f() (nil)" right="1 (number)" -> if-nil remedy=(write-code code="(f() or 0)")`},
		{"print(agent.hp\n  <\n  agent.max)", `4:9: cannot-compare left="agent.hp (number)" right="agent.max (nil)" -> agent-lacks-field name="max" remedy=(write-code code="(agent.max or 0)")`},
		{"local l = { 1 } for i = 1, l.length do end", `2:30: loop-end-not-number what="l.length (nil)" -> write-code code="#l"`},
		{"print(agent.title.length + 1)", `2:19: cannot-calculate left="agent.title.length (nil)" operator="+" right="1 (number)" -> length-or-field field="agent.title.length" object="agent.title" value="0"`},
		{"local s = 'x' print(s.length + 1)", `2:23: cannot-calculate left="s.length (nil)" operator="+" right="1 (number)" -> write-code code="#s"`},
		{"local l = {} print(l.length + 1)", `2:22: cannot-calculate left="l.length (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(l.length or 0)")`},
		{"local l = { 1 } l:add(3)", `2:19: not-a-function what="l.add (nil)" -> insert-adds`},
		{"local l = { 1 } l:insert(3)", `2:19: not-a-function what="l.insert (nil)" -> write-code code="table.insert(l, ...)"`},
		{"agent.title:split(' ')", `2:13: not-a-function what="agent.title.split (nil)" -> go-through-words`},
		{"agent.title:substring(1)", `2:13: not-a-function what="agent.title.substring (nil)" -> sub-from-one`},
		{"print(agent.hp + 1 <= legs.reach)", `2:28: cannot-compare left="agent.hp + 1 (number)" right="legs.reach (nil)" -> lacks-name-has name="reach" names=[go far] owner="lib.legs"`},
		{"print(f(agent) > legs)", `2:16: cannot-compare left="f(agent) (table)" right="legs (table)"`},
		{"print({} < {})", `2:10: cannot-compare left="{} (table)" right="{} (table)"`},
		{"print(agent.title < 3)", `2:19: cannot-compare left="agent.title (text)" right="3 (number)"`},
		{"print('7' < agent.hp)", `2:11: cannot-compare left="'7' (text)" right="agent.hp (number)" -> without-quotes number="7"`},
		{"print(nil < 3)", `2:11: cannot-compare left="nil" right="3 (number)"`},
		{"print(f < f)", `2:9: cannot-compare left="f (function)" right="f (function)" -> call-it name="f"`},
		{"agent.walk()", `2:7: not-a-function what="agent.walk (nil)" -> call-of-field name="walk"`},
		{"agent:walk(1, 2, 3)", `2:7: not-a-function what="agent.walk (nil)" -> call-of-field name="walk"`},
		{"agent.title:shout()", `2:13: not-a-function what="agent.title.shout (nil)"`},
		{"agent.title.shout()", `2:13: not-a-function what="agent.title.shout (nil)"`},
		{"f(1)(2)", `2:5: not-a-function what="f(1) (number)"`},
		{"f(f)(1)(2)", `2:8: not-a-function what="f(f)(1) (number)"`},
		{"({})[1]()", `2:5: not-a-function what="({})[1] (nil)"`},
		{"(agent.a or agent.b)()", `2:21: not-a-function what="(agent.a or agent.b) (nil)"`},
		{"local b = bt or nil b.dt()", `2:23: not-a-function what="b.dt (number)" -> read-value kind="number" text="b.dt"`},
		{"legs[1](agent)", `2:5: not-a-function what="legs[1] (nil)"`},
		{"local go = legs.goo go(agent)", `2:21: not-a-function what="go (nil)"`},
		{"math.sqr(2)", `2:6: not-a-function what="math.sqr (nil)" -> lacks-name-near name="sqr" near="sqrt" owner="math"`},
		{"math.round(2)", `2:6: not-a-function what="math.round (nil)" -> lacks-name-instead instead=(write-code code="math.floor(x + 0.5)") name="round" owner="math"`},
		{"bt.wiat(1, bt.wiat)", `2:4: not-a-function what="bt.wiat (nil)" -> lacks-name-near name="wiat" near="wait" owner="bt"`},
		{"string.gsubb('a', 'b', 'c')", `2:8: not-a-function what="string.gsubb (nil)" -> lacks-name-near name="gsubb" near="gsub" owner="string"`},
		{"hpp()", `2:1: not-a-function what="hpp (nil)" -> no-global instead=(write-function-above name="hpp") name="hpp"`},
		{"agent.hp(1)\n", `2:7: not-a-function what="agent.hp (number)" -> call-of-field name="hp"`},
		{"f(agent\n  .hp(1))", `3:4: not-a-function what="agent.hp (number)" -> call-of-field name="hp"`},
		{"return agent.go()", `2:14: not-a-function what="agent.go (nil)" -> call-of-field name="go"`},
		{"for k in f() do end", `2:10: not-an-iterator what="f() (nil)"`},
		{"for k in agent.title do end", `2:10: not-an-iterator what="agent.title (text)" -> write-pairs list="agent.title"`},
		{"for i in agent.hp do end", `2:10: not-an-iterator what="agent.hp (number)" -> write-count`},
		{"for k, v in { 1, 2 } do end", `2:13: not-an-iterator what="{ 1, 2 } (table)" -> write-pairs list="{ 1, 2 }"`},
		{"for k, v in nil do end", `2:13: not-an-iterator what="nil"`},
		{"for k in legs.goo(agent) do end", `2:15: not-a-function what="legs.goo (nil)" -> lacks-name-near name="goo" near="go" owner="lib.legs"`},
		{"for i = f(), 2 do end", `2:9: loop-start-not-number what="f() (nil)" -> if-nil remedy=(write-code code="(f() or 1)")`},
		{"for i = 1, {} do end", `2:12: loop-end-not-number what="{} (table)"`},
		{"for i = 1, agent.title do end", `2:18: loop-end-not-number what="agent.title (text)"`},
		{"for i = 1,\n  2,\n  agent.step or nil do end", `4:3: loop-step-not-number what="agent.step or nil (nil)" -> if-nil remedy=(write-code code="(agent.step or nil or 1)")`},
		{"print(agent.target.hp)", `2:13: not-a-table key="hp" what="agent.target (nil)" -> agent-lacks-field name="target" remedy=(test-before operand="agent.target")`},
		{"print(f().x, f(1))", `2:11: not-a-table key="x" what="f() (nil)" -> if-nil remedy=(test-before operand="f()")`},
		{"print(f(\n  agent.target\n).x)", `4:3: not-a-table key="x" what="f(agent.target) (nil)" -> if-nil remedy=(test-before operand="f(agent.target)")`},
		{"print(agent.a.b.c)", `2:13: not-a-table key="b" what="agent.a (nil)" -> agent-lacks-field name="a" remedy=(test-before operand="agent.a")`},
		{"agent.list[1].hp = 3", `2:7: not-a-table key="1" what="agent.list (nil)" -> agent-lacks-field name="list" remedy=(test-before operand="agent.list")`},
		{"agent.a.b = 3", `2:7: not-a-table key="b" what="agent.a (nil)" -> agent-lacks-field name="a" remedy=(write-before code="agent.a = agent.a or {}")`},
		{"agent.list[agent.hp] = 3", `2:7: not-a-table key="5" what="agent.list (nil)" -> agent-lacks-field name="list" remedy=(write-before code="agent.list = agent.list or {}")`},
		{"f().x = 1", `2:5: not-a-table key="x" what="f() (nil)" -> if-nil remedy=(test-before operand="f()")`},
		{"print(bt.stimulus().x)", `2:21: not-a-table key="x" what="bt.stimulus() (nil)" -> name-stimulus`},
		{"print(agent.hp.x)", `2:13: not-a-table key="x" what="agent.hp (number)"`},
		{"print(f.x)", `2:7: not-a-table key="x" what="f (function)" -> call-it name="f"`},
		{"print(agent[nil].x)", `2:18: not-a-table key="x" what="agent[nil] (nil)" -> if-nil remedy=(test-before operand="agent[nil]")`},
		{"print(agent.list[{}])", `2:13: not-a-table key="table" what="agent.list (nil)" -> agent-lacks-field name="list" remedy=(test-before operand="agent.list")`},
		{"print(agent.list[nil])", `2:13: not-a-table key="nil" what="agent.list (nil)" -> agent-lacks-field name="list" remedy=(test-before operand="agent.list")`},
		{"agent[f()] = 1", `2:7: nil-key what="f() (nil)" -> if-nil remedy=(test-before operand="f()")`},
		{"agent[agent.title .. nil] = 1", `2:19: cannot-calculate left="agent.title (text)" operator=".." right="nil"`},
		{"agent.x, agent[agent.key] = 1, 2", `2:16: nil-key what="agent.key (nil)" -> agent-lacks-field name="key" remedy=(test-before operand="agent.key")`},
		{"memory[0 / 0] = 1", `2:8: nan-key what="0 / 0" -> it`},
		{"local t = { [f()] = 1 }", `2:14: nil-key what="f() (nil)" -> if-nil remedy=(test-before operand="f()")`},
		{"local t = {\n  a = 1,\n  [agent.key] = f(1) }", `4:4: nil-key what="agent.key (nil)" -> agent-lacks-field name="key" remedy=(test-before operand="agent.key")`},
		{"local t = { [nil] = 1 }", `2:14: nil-key what="nil" -> test-key-before`},
		{"rawset({}, nil, 1)", `2:1: nil-key what="nil" -> test-key-before`},
		{"math.floor(agent.x)", `2:12: wrong-argument function="math.floor" given="agent.x (nil)" n=1 name="x" want="a number" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"math.floor(f())", `2:12: wrong-argument function="math.floor" given="f() (nil)" n=1 name="x" want="a number" -> if-nil remedy=(write-code code="(f() or 0)")`},
		{"math.floor(f(\n  agent.x))", `2:12: wrong-argument function="math.floor" given="f(agent.x) (nil)" n=1 name="x" want="a number" -> if-nil remedy=(write-code code="(f(agent.x) or 0)")`},
		{"math.floor(agent.title)", `2:12: wrong-argument function="math.floor" given="agent.title (\"troll\")" n=1 name="x" want="a number"`},
		{"math.floor({})", `2:12: wrong-argument function="math.floor" given="table" n=1 name="x" want="a number"`},
		{"(agent.m or math).floor()", `2:19: missing-argument function="math.floor" n=1 name="x" want="a number"`},
		{"math.max(1, nil)", `2:13: wrong-argument function="math.max" given="nil" n=2 name="..." want="a number"`},
		{"math.max(1, agent.x + 1)", `2:19: cannot-calculate left="agent.x (nil)" operator="+" right="1 (number)" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"table.insert(agent.list, 1)", `2:14: wrong-argument function="table.insert" given="agent.list (nil)" n=1 name="list" want="a table" -> agent-lacks-field name="list" remedy=(write-before code="agent.list = agent.list or {}")`},
		{"local function add(b) b.list = b.list or {} table.insert(b.list, 1) end add(bt.board('v'))", `2:58: wrong-argument function="table.insert" given="b.list (nil)" n=1 name="list" want="a table" -> change-copy-of-entry entry="b.list"`},
		{"local function add(b) b.list.x = 1 end add(bt.board('v'))", `2:25: not-a-table key="x" what="b.list (nil)" -> change-copy-of-entry entry="b.list"`},
		{"table.concat(agent.list)", `2:14: wrong-argument function="table.concat" given="agent.list (nil)" n=1 name="list" want="a table" -> agent-lacks-field name="list" remedy=(write-code code="(agent.list or {})")`},
		{"table.insert(f(), 1)", `2:14: wrong-argument function="table.insert" given="f() (nil)" n=1 name="list" want="a table" -> if-nil remedy=(write-code code="(f() or {})")`},
		{"agent.title:rep(agent.x)", `2:17: wrong-argument function="string.rep" given="agent.x (nil)" n=1 name="n" want="a number" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"agent.title:rep({})", `2:17: wrong-argument function="string.rep" given="table" n=1 name="n" want="a number"`},
		{"agent.title.upper()", `2:13: missing-argument function="string.upper" n=1 name="s" want="a text" -> write-code code="agent.title:upper()"`},
		{"string.upper(unpack({}))", `2:14: missing-argument function="string.upper" n=1 name="s" want="a text"`},
		{"ipairs(agent.list or nil)", `2:8: wrong-argument function="ipairs" given="agent.list or nil (nil)" n=1 name="list" want="a table" -> if-nil remedy=(write-code code="(agent.list or nil or {})")`},
		{"setmetatable(agent.hp, {})", `2:14: wrong-argument function="setmetatable" given="agent.hp (5)" n=1 name="t" want="a table"`},
		{"bt.post(agent.list or 'noise', 'x')", `2:9: wrong-argument function="bt.post" given="agent.list or 'noise' (\"noise\")" n=1 name="id" want="a number" -> write-code code="bt.post(id, \"name\"), where id is the number of an agent"`},
		{"tonumber('1', agent.title)", `2:15: wrong-argument function="tonumber" given="agent.title (\"troll\")" n=2 name="base" want="a number"`},
		{"assert(agent.ready)", `2:1: assertion-failed condition="agent.ready" -> it`},
		{"assert(f(agent) == 1)", `2:1: assertion-failed condition="f(agent) == 1" -> it`},
		{"assert(false)", "2:1: unexplained-assertion -> it"},
		{"assert(agent.hp ==\n  4)", `2:1: assertion-failed condition="agent.hp == 4" -> it`},
		{"table.sort({ 1, agent })", `2:1: cannot-compare left="table" right="number"`},
		{"table.sort({ 3, 2 }, function(a, b) return a.x < b.x end)", `2:44: not-a-table key="x" what="a (number)"`},
		{"('x'):gsub('x', function(c) return c.y.z end)", `2:38: not-a-table key="z" what="c.y (nil)" -> if-nil remedy=(test-before operand="c.y")`},
		{"local co = coroutine.wrap(function() return agent.x + 1 end) co()", `2:51: cannot-calculate left="agent.x (nil)" operator="+" right="1 (number)" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`},
		{"local m = setmetatable({}, { __index = function(t, k) return k.x.y end }) print(m.k)", `2:64: not-a-table key="y" what="k.x (nil)" -> if-nil remedy=(test-before operand="k.x")`},
		{"local m = setmetatable({}, { __add = function(a, b) return a.x + b end }) print(m + 1)", `2:62: cannot-calculate left="a.x (nil)" operator="+" right="b (number)" -> if-nil remedy=(write-code code="(a.x or 0)")`},
		{"local function g(a, b) return b + 1 end\nprint(g(f({ 1, 2 }), agent.far))", `2:31: cannot-calculate left="b (nil)" operator="+" right="1 (number)" -> argument-is-wrong function="g" kind="nil" n=2 name="b" place="scripts/b.lua:3" text="agent.far"`},
		{"local function g(a, b) print(b.x) end\ng(1)", `2:30: not-a-table key="x" what="b (nil)" -> argument-not-given function="g" n=2 name="b" place="scripts/b.lua:3"`},
		{"local function g(a, b) b = b + 1 end\ng(1)", `2:28: cannot-calculate left="b (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(b or 0)")`},
		{"legs.go(agent.target)", `error scripts/lib/legs.lua:2:25: not-a-table key="x" what="a (nil)" -> argument-is-wrong function="legs.go" kind="nil" n=1 name="a" place="scripts/b.lua:2" text="agent.target"`},
		{"print(params.reach * 2)", `2:14: cannot-calculate left="params.reach (nil)" operator="*" right="2 (number)" -> give-param-value name="reach"`},
		{"print(memory.n + 1)", `2:14: cannot-calculate left="memory.n (nil)" operator="+" right="1 (number)" -> if-nil remedy=(write-code code="(memory.n or 0)")`},
		{"print(hp + 1)", `2:7: cannot-calculate left="hp (nil)" operator="+" right="1 (number)" -> no-global-near name="hp" near="agent.hp"`},
		{"print(paramz.x)", `2:7: not-a-table key="x" what="paramz (nil)" -> no-global instead=(did-you-mean near="params") name="paramz"`},
		{"print(agent.hpp or agent.tilte .. 'x')", `2:26: cannot-calculate left="agent.tilte (nil)" operator=".." right="'x' (text)" -> agent-field-near name="tilte" near="title" remedy=(write-code code="(agent.tilte or \"\")")`},
		{"local a = agent print(a.hpp + 1)", `2:25: cannot-calculate left="a.hpp (nil)" operator="+" right="1 (number)" -> agent-field-near name="hpp" near="hp" remedy=(write-code code="(a.hpp or 0)")`},
		{"local m = math print(m.pie * 2)", `2:24: cannot-calculate left="m.pie (nil)" operator="*" right="2 (number)" -> lacks-name-near name="pie" near="pi" owner="math"`},
		{"local function g(who) return who.hpp + 1 end print(g(agent))", `2:34: cannot-calculate left="who.hpp (nil)" operator="+" right="1 (number)" -> agent-field-near name="hpp" near="hp" remedy=(write-code code="(who.hpp or 0)")`},
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
	if got, want := s.take(), `error scripts/b.lua:1:50: cannot-calculate left="agent.x (nil)" operator="+" right="1 (number)" -> agent-lacks-field name="x" remedy=(write-code code="(agent.x or 0)")`; !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
