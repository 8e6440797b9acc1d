package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// impure lists ways in which a hook could change something that it must not change. body is the body of a function
// f, in which the check of the file does not find the change. file is the text before f. want is the expected
// message, at line 4.
var impure = []struct{ name, file, body, want string }{
	{"field", "", "who.seen = true", `decide-writes key="\"seen\"" table="the agent"`},
	{"id", "", "who.id = 3", `decide-writes key="\"id\"" table="the agent"`},
	{"field deleted", "", "who.hp = nil", `decide-writes key="\"hp\"" table="the agent"`},
	{"element", "", "who.list[1] = 2", `decide-writes key="1" table="agent.list"`},
	{"deep", "", "who.deep.a.b = 2", `decide-writes key="\"b\"" table="agent.deep.a"`},
	{"deeper", "", "local x = who.deep.a.list x[#x + 1] = 2", `decide-writes key="3" table="agent.deep.a.list"`},
	{"insert", "", "table.insert(who.list, 2)", `decide-changes function="table.insert" table="agent.list"`},
	{"remove", "", "table.remove(who.deep.a.list)", `decide-changes function="table.remove" table="agent.deep.a.list"`},
	{"sort", "", "table.sort(who.list)", `decide-changes function="table.sort" table="agent.list"`},
	{"rawset", "", "rawset(who, 'x', 1)", `decide-changes function="rawset" table="the agent"`},
	{"rawset inside", "", "rawset(who.list, 1, 2)", `decide-changes function="rawset" table="agent.list"`},
	{"setmetatable", "", "setmetatable(who.list, {})", `decide-changes function="setmetatable" table="agent.list"`},
	{"pairs", "", "for k, v in pairs(who) do if k == 'list' then v[1] = 2 end end", `decide-writes key="1" table="agent.list"`},
	{"pairs inside", "", "for k, v in pairs(who.deep) do v.b = 2 end", `decide-writes key="\"b\"" table="agent.deep.a"`},
	{"ipairs", "", "for i, v in ipairs(who.rows) do v[1] = 2 end", `decide-writes key="1" table="agent.rows[1]"`},
	{"next", "", "local k, v = next(who.rows) v[1] = 2", `decide-writes key="1" table="agent.rows[1]"`},
	{"unpack", "", "local a, b = unpack(who.rows) b[1] = 2", `decide-writes key="1" table="agent.rows[2]"`},
	{"rawget", "", "rawget(who, 'list')[1] = 2", `decide-writes key="1" table="agent.list"`},
	{"caught", "", "pcall(function() who.list[1] = 2 end)", `decide-writes key="1" table="agent.list"`},
	{"with a metatable", "", "who.pair.x = 2", `decide-writes key="\"x\"" table="agent.pair"`},
	{"params", "", "params.speed = 2", `decide-writes key="\"speed\"" table="params"`},
	{"table in params", "", "params.list[1] = 2", `decide-writes key="1" table="params.list"`},
	{"insert in params", "", "table.insert(params.list, 2)", `decide-changes function="table.insert" table="params.list"`},
	{"board", "", "bt.board('b').x = 1", `decide-writes key="\"x\"" table="bt.board(\"b\")" who="HOOK"`},
	{"post", "", "bt.post(1, 'noise')", `decide-calls-action function="bt.post" who="HOOK"`},
	{"claim", "", "bt.claim('b', 'x')", `decide-calls-action function="bt.claim" who="HOOK"`},
	{"unclaim", "", "bt.unclaim('b', 'x')", `decide-calls-action function="bt.unclaim" who="HOOK"`},
	{"request", "", "bt.request(who, 'walk')", `decide-calls-action function="bt.request" who="HOOK"`},
	{"reset", "", "bt.reset(who)", `decide-calls-action function="bt.reset" who="HOOK"`},
	{"sleep", "", "bt.sleep(1)", `decide-calls-action function="bt.sleep" who="HOOK"`},
	{"caught post", "", "pcall(bt.post, 1, 'noise')", `decide-calls-action function="bt.post" who="HOOK"`},
	{"table of the file", "local kept = { n = 0, list = {} }", "local k = kept rawset(({ k })[1], 'n', 1)", `decide-changes function="rawset" table="kept"`},
	{"table in a table of the file", "local kept = { n = 0, list = {} }", "local function add(l) l[1] = 1 end add(kept.list)", `decide-writes key="1" table="kept.list"`},
	{"module", "local m = require('lib.m')", "m.count(3)", `decide-writes key="\"n\"" table="state"`},
	{"variable", "local function counter() local n = 0 return function() n = n + 1 return n end end\nlocal count = counter()", "count()", `decide-assigns-local name="n"`},
}

// pureHooks maps each hook that must not change anything to its definition, which calls f.
var pureHooks = map[string]string{
	"precondition":  "precondition = function(agent, params) f(agent, params) return true end",
	"utility":       "utility = function(agent, params) f(agent, params) return 1 end",
	"postcondition": "postcondition = function(agent, params) f(agent, params) return false end",
	"choose":        "choose = function(agent, params, children) f(agent, params) return 1 end",
}

// pureTree returns a tree in which the given hook of b is called.
func pureTree(hook string) string {
	switch hook {
	case "utility":
		return "tree main\n  p\n    b\n"
	case "postcondition":
		return "tree main\n  g\n    b\n"
	}
	return "tree main\n  b\n    p\n      idle\n"
}

const pureModule = "local state = { n = 0 }\nlocal function set(t, n) t.n = n end\nlocal m = {}\nfunction m.count(n) set(state, n) end\nreturn m\n"

func pureFiles(hook, file, body string) string {
	lines := strings.Repeat("\n", 2-strings.Count(file, "\n")) // so that f is in line 4
	return fmt.Sprintf("-- main.bt --\n%s-- p.lua --\nreturn { children = \"utility\" }\n-- g.lua --\nreturn { children = \"goal\" }\n-- lib/m.lua --\n%s-- b.lua --\n%s%s\nlocal function f(who, params) %s end\nreturn { params = { speed = 1, list = { 1 } }, %s }\n",
		pureTree(hook), pureModule, file, lines, body, pureHooks[hook])
}

// fill is a script that gives an agent fields with tables.
const fill = "-- fill.lua --\nreturn { behavior = function(agent) agent.hp, agent.list, agent.deep, agent.rows = 5, { 3, 1 }, { a = { b = 1, list = { 1, 2 } } }, { { 1 }, { 2 } }\n  agent.pair = setmetatable({ x = 1 }, { __index = { y = 2 }, __add = function(a, b) return a.x + b.x end }) return true end }\n-- fill.bt --\ntree fill\n  fill\n"

// TestPure checks each change in impure, in each hook that must not change anything. It must be reported with the
// line, the target and a remedy, and nothing may change.
func TestPure(t *testing.T) {
	for hook := range pureHooks {
		for _, c := range impure {
			s := newSession(t, options, pureFiles(hook, c.file, c.body)+fill)
			if p := headlines(s.game.Load().Errors()); p != "" {
				t.Errorf("%s, %s: %s", hook, c.name, p)
				continue
			}
			a := s.spawn("fill", nil)
			s.tick(1)
			s.take()
			before := everything(a)
			if err := s.game.SetTree(a, "main"); err != nil {
				t.Fatal(err)
			}
			s.tick(1)
			want := strings.ReplaceAll(c.want, "HOOK", hook)
			got := s.take()
			if !strings.Contains(got, want) || !strings.Contains(got, ": decide-") || !strings.HasPrefix(got, "error scripts/") {
				t.Errorf("%s, %s: got  %s\nwant %s", hook, c.name, got, want)
			}
			if c.name != "module" && c.name != "variable" && !strings.HasPrefix(got, "error scripts/b.lua:4:") {
				t.Errorf("%s, %s: at another place: %s", hook, c.name, got)
			}
			if after := everything(a); after != before {
				t.Errorf("%s, %s: fields were %s, are %s", hook, c.name, before, after)
			}
		}
	}
}

// everything returns the fields of an agent as text.
func everything(a *bough.Agent) string {
	var out strings.Builder
	for k, v := range a.Fields().All {
		fmt.Fprintln(&out, k.Name(), v)
	}
	return out.String()
}

// TestPureTables checks that a precondition receives the tables of fields themselves, not copies, and that its
// writes to them are refused.
func TestPureTables(t *testing.T) {
	s := newSession(t, options, pureFiles("precondition", "", "print(getmetatable(who), getmetatable(who.list)) who.list[1] = 2 who.seen = true")+fill)
	a := s.spawn("fill", nil)
	s.tick(1)
	s.game.SetTree(a, "main")
	s.tick(1)
	s.want("fill#1: nil nil", `error scripts/b.lua:4:84: decide-writes key="1" table="agent.list" who="precondition" -> it`)
	if a.Get(engine.KeyOf("seen")).Truthy() {
		t.Errorf("seen is %v", a.Get(engine.KeyOf("seen")))
	}
}

// TestPureReads checks that a hook that must not change anything may read in every way.
func TestPureReads(t *testing.T) {
	const file = "local modes = { a = {}, b = {} }\nlocal cost = { [modes.a] = 7 }\nlocal class = { } class.__index = class function class.len(v) return v.x end"
	for body, want := range map[string]string{
		"print(#who.list, who.list[1], who.list[3], #who.rows[2])":                                                                              "fill#1: 2 3 nil 1",
		"print(who.list == who.list, who.rows[1] == who.rows[2], who.deep.a == who['deep']['a'])":                                               "fill#1: true false true",
		"local seen = {} seen[who.list] = 1 print(seen[who.list])":                                                                              "fill#1: 1",
		"for i, v in ipairs(who.rows) do print(i, v[1], v == who.rows[i]) end":                                                                  "fill#1: 1 1 true\nfill#1: 2 2 true",
		"local n = 0 for k, v in pairs(who.deep.a) do n = n + 1 print(k, type(v)) end print(n)":                                                 "fill#1: b number\nfill#1: list table\nfill#1: 2",
		"local n = 0 for k, v in next, who.list do n = n + v end print(n)":                                                                      "fill#1: 4",
		"for k, v in pairs(who) do print(k, type(v)) end":                                                                                       "fill#1: id number\nfill#1: name string\nfill#1: rows table\nfill#1: deep table\nfill#1: list table\nfill#1: hp number\nfill#1: pair table",
		"print(unpack(who.list)) print(table.concat(who.list, ' '), table.maxn(who.list), next(who.list))":                                      "fill#1: 3 1\nfill#1: 3 1 2 1 3",
		"print(who.pair + who.pair, who.pair.y, getmetatable(who.pair) == getmetatable(who.pair), type(getmetatable(who.pair)))":                "fill#1: 2 2 true table",
		"print(rawget(who.pair, 'y'), rawget(who.pair, 'x'), rawequal(who.list, who.list), select('#', unpack(who.rows)))":                      "fill#1: nil 1 true 2",
		"print(cost[modes.a], cost[modes.b], modes.a == modes.b, next(modes) ~= nil)":                                                           "fill#1: 7 nil false true",
		"local v = setmetatable({ x = 4 }, class) print(v:len(), getmetatable(v) == class, v.none)":                                             "fill#1: 4 true nil",
		"local copy = {} for i, v in ipairs(who.list) do copy[i] = v end table.sort(copy) table.insert(copy, 9) print(table.concat(copy, ' '))": "fill#1: 1 3 9",
		"local co = coroutine.wrap(function() for _, v in ipairs(who.list) do coroutine.yield(v) end end) print(co(), co())":                    "fill#1: 3 1",
		"print(tostring(who.list), type(who.list), getmetatable(who.list), params.list[1], #params.list)":                                       "fill#1: table table nil 1 1",
	} {
		s := newSession(t, options, pureFiles("precondition", file, body)+fill)
		if p := headlines(s.game.Load().Errors()); p != "" {
			t.Fatal(p)
		}
		a := s.spawn("fill", nil)
		s.tick(1)
		s.game.SetTree(a, "main")
		s.tick(1)
		if got := s.take(); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", body, got, want)
		}
	}
}

// TestWritesAfterDecide checks that everything can be written again after a precondition has returned or raised an
// error.
func TestWritesAfterDecide(t *testing.T) {
	s := newSession(t, options, pureFiles("precondition", "local kept = { n = 0 }", "local x = who.list, kept.n if who.hp == 5 then error('oh') end")+fill+
		"-- main.bt --\ntree main\n  sequence\n    never fails b\n    w\n-- w.lua --\nreturn { behavior = function(agent) agent.list[1] = 8 agent.seen = agent.list[1] end }\n")
	s.write("-- main.bt --\ntree main\n  root\n    b\n    w\n-- root.lua --\nreturn {}\n")
	a := s.spawn("fill", nil)
	s.tick(1)
	s.game.SetTree(a, "main")
	s.tick(1)
	if got := s.take(); !strings.Contains(got, "b.lua:4:") || !strings.Contains(got, "oh") || number(a, "seen") != 8 {
		t.Errorf("seen is %v: %s", a.Get(engine.KeyOf("seen")), got)
	}
}

// TestWritesWithoutAnAnswer checks that writes are also refused in a hook that never returns a value.
func TestWritesWithoutAnAnswer(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main
  root
    a
    b
-- root.lua --
return { on_enter = function(agent) agent.list = { 1 } end }
-- a.lua --
local function set(l) l[1] = 2 end
return { precondition = function(agent) pcall(set, agent.list) end }
-- b.lua --
return { behavior = function(agent) agent.list[1] = 3 print(agent.list[1]) end }
`)
	s.spawn("main", nil)
	s.tick(2)
	if got := s.take(); strings.Count(got, "main#1: 3") != 2 || !strings.Contains(got, `decide-writes key="1" table="agent.list"`) {
		t.Error(got)
	}
}

// TestExplainChangesNoTable checks that an explanation refuses the same writes as a tick.
func TestExplainChangesNoTable(t *testing.T) {
	s := newSession(t, options, pureFiles("precondition", "", "table.insert(who.list, 9)")+fill)
	a := s.spawn("fill", nil)
	s.tick(1)
	s.game.SetTree(a, "main")
	before := everything(a)
	e := a.Explain()
	if after := everything(a); after != before {
		t.Errorf("fields were %s, are %s", before, after)
	}
	if got := identity(e.Steps[0].Err.(*luabind.Error).Diagnostic()); !strings.Contains(got, `decide-changes function="table.insert" table="agent.list"`) {
		t.Errorf("explained as %q", got)
	}
}

// TestPureGuards checks that a guard that only Lua can evaluate cannot change anything. The same is true for the
// functions that it calls, and for a named condition.
func TestPureGuards(t *testing.T) {
	for _, c := range []struct{ tree, want string }{
		{"tree main\n  b when bag:add()\n", `scripts/main.bt:2:10: decide-writes key="\"n\"" table="agent.bag" who="the condition" -> it`},
		{"condition full = bag:add()\n\ntree main\n  b when full\n", `scripts/main.bt:1:18: decide-writes key="\"n\"" table="agent.bag" who="the condition" -> it`},
		{"tree main\n  condition bag:add()\n", `scripts/main.bt:2:13: decide-writes key="\"n\"" table="agent.bag" who="the condition" -> it`},
	} {
		s := newSession(t, options, "-- main.bt --\n"+c.tree+`-- b.lua --
return {}
-- fill.bt --
tree fill
  fill
-- fill.lua --
return { behavior = function(agent) agent.bag = { n = 0, add = function(self) self.n = self.n + 1 return true end } end }
`)
		if p := headlines(s.game.Load().Errors()); p != "" {
			t.Fatal(p)
		}
		a := s.spawn("fill", nil)
		s.tick(1)
		s.game.SetTree(a, "main")
		s.tick(1)
		if got := s.take(); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.tree, got, c.want)
		}
	}
}

// TestOwnInDecide checks that a hook that must not change anything may write to values that it has created or
// received as a copy.
func TestOwnInDecide(t *testing.T) {
	s := newSession(t, options, `-- main.bt --
tree main
  p
    b
-- p.lua --
return { choose = function(agent, params, children)
  table.sort(children, function(a, b) return a.index > b.index end)
  children[1].seen, children[#children + 1] = true, {}
  return 1
end }
-- b.lua --
return { precondition = function(agent)
  local list = bt.board("b").list
  table.sort(list)
  list[#list + 1], list.inner.x = 9, 2
  local p = own.near({ 1, 2 })
  p.x, p[1] = 1, 2
  local data = bt.stimulus() or {}
  data.seen = true
  local t = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v + 1) end })
  t.n = list[1]
  local n = 0
  for i = 1, 3 do local f = function() n = n + i end f() end
  local co = coroutine.wrap(function() for i = 1, 2 do n = n + i coroutine.yield() end end)
  co() co()
  local ok, e = pcall(error, { code = 1 })
  e.code = 2
  local text = ("a b"):gsub("%a", function(c) n = n + 1 return c:upper() end)
  print(t.n, #list, n, text, e.code)
  return true
end, behavior = function() end }
`, bind("own", bough.Func("near(list): a place", func(list []float64) value.Vector { return value.Vector{X: 3} })))
	if p := headlines(s.game.Load().Errors()); p != "" {
		t.Fatal(p)
	}
	s.game.World().SetBoard("b", "list", value.Other(&value.Table{Entries: []value.Entry{
		{Key: value.Number(1), Value: value.Number(3)}, {Key: value.Number(2), Value: value.Number(1)},
		{Key: value.String("inner"), Value: value.Other(&value.Table{})},
	}}))
	s.tick(0)
	s.spawn("main", nil)
	s.tick(1)
	s.take()
	s.tick(1)
	s.want("main#1: 2 3 11 A B 2")
}
