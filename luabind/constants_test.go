package luabind_test

import (
	"fmt"
	"strings"
	"testing"
)

// shared is a module whose tables hooks can reach in many ways.
const shared = `-- main.bt --
tree main "One."
  b
-- other.bt --
tree other
  c
-- lib/s.lua --
local s = { list = { { hp = 5 }, { hp = 6 } }, defaults = { speed = 1 }, kinds = {} }
s.kinds.troll = setmetatable({}, { __index = s.defaults })
function s.hurt(e) e.hp = e.hp - 1 end
local function counter() local n = 0 return function() n = n + 1 return n end end
s.nextID = counter()
local function deep() local n = 0 return function() return (function() n = n + 1 return n end)() end end
s.deepID = deep()
function s.each() return ipairs(s.list) end
return s
-- c.lua --
local s = require("lib.s")
return { behavior = function(agent) agent.seen = s.list[1].hp + s.defaults.speed + s.kinds.troll.speed end }
-- b.lua --
local s = require("lib.s")
local own = { n = { 1 } }
local function counter() local n = 0 return function() n = n + 1 return n end end
local nextID = counter()
local word, turn, turns = ("a b c"):gmatch("%a"), coroutine.wrap(function() coroutine.yield(1) end), coroutine.create(function() end)
return { behavior = function(agent, params, memory)
BODY
end }
`

const constant = ", but tables of scripts/lib/s.lua are constant after loading, since all agents share them: keep state in a field of the agent, in memory or on a board, or change a copy"

// TestConstants checks that a hook cannot write a table of a file, in whatever way it reaches the table, and that
// other files read the original values.
func TestConstants(t *testing.T) {
	for body, want := range map[string]string{
		"local e = s.list[1] e.hp = e.hp - 1":                                            "lib.s.list[1].hp was written" + constant,
		"if agent.opts then agent.opts.speed = 2 end agent.opts = s.defaults":            "lib.s.defaults.speed was written" + constant,
		"for _, e in ipairs(s.list) do e.hp = 0 end":                                     "lib.s.list[1].hp was written" + constant,
		"for _, e in s.each() do e.hp = 0 end":                                           "lib.s.list[1].hp was written" + constant,
		"for k, e in pairs(s.list) do e.hp = 0 end":                                      "lib.s.list[1].hp was written" + constant,
		"local k, e = next(s.list) e.hp = 0":                                             "lib.s.list[1].hp was written" + constant,
		"local e = rawget(s.list, 2) e.hp = 0":                                           "lib.s.list[2].hp was written" + constant,
		"local _, e = unpack(s.list) e.hp = 0":                                           "lib.s.list[2].hp was written" + constant,
		"s.hurt(s.list[1])":                                                              "lib.s.list[1].hp was written" + constant,
		"memory.list = s.list memory.list[3] = 1":                                        "lib.s.list[3] was written" + constant,
		"local t = ({ s.list })[1] table.insert(t, 7)":                                   "table.insert changed lib.s.list" + constant,
		"local t = ({ s.list })[1] table.remove(t)":                                      "table.remove changed lib.s.list" + constant,
		"local t = ({ s.list })[1] table.sort(t, function(a, b) return a.hp > b.hp end)": "table.sort changed lib.s.list" + constant,
		"local t = ({ s.list })[1] rawset(t, 1, 0)":                                      "rawset changed lib.s.list" + constant,
		"local t = ({ s.defaults })[1] setmetatable(t, {})":                              "setmetatable changed lib.s.defaults" + constant,
		"local mt = getmetatable(s.kinds.troll) mt.__index = { speed = 9 }":              "scripts/b.lua:7:40: lib.s.kinds.troll.(metatable).__index was written" + constant,
		"local mt = getmetatable(s.kinds.troll) mt.__index = nil error(7)":               "scripts/b.lua:7:40: lib.s.kinds.troll.(metatable).__index was written",
		"local t = ({ s.kinds.troll })[1] t.speed = 3":                                   "lib.s.kinds.troll.speed was written" + constant,
		"agent.k = setmetatable({}, { __newindex = s.defaults }) agent.k.a = 1":          "lib.s.defaults.a was written" + constant,
		"local n = ({ own.n })[1] n[1] = 2":                                              "own.n[1] was written, but tables of scripts/b.lua" + constant[len(", but tables of scripts/lib/s.lua"):],
		"print(word())":                                                                  "an iterator of string.gmatch was called that was made when the file was loaded: what a file holds is constant then, since all agents share it; make one for each agent, by string.gmatch in the hook",
		"print(turn())":                                                                  "a coroutine was resumed that was made when the file was loaded",
		"print(coroutine.resume(turns))":                                                 "a coroutine was resumed that was made when the file was loaded",
		"agent.n = s.nextID()":                                                           "error scripts/lib/s.lua:4:56" + `: the local variable "n" was assigned`,
		"agent.n = s.deepID()":                                                           "error scripts/lib/s.lua:6:72" + `: the local variable "n" was assigned`,
		"agent.n = nextID()":                                                             `the local variable "n" was assigned, which outlives the call and is constant after loading, since all agents share it`,
	} {
		s := newSession(t, options, strings.Replace(shared, "BODY", body, 1)).clean()
		s.spawn("main", nil)
		other := s.spawn("other", nil)
		s.tick(2) // in the second tick a field may hold the table
		if got := s.take(); !strings.Contains(got, want) || strings.Count(got, "error") != 1 {
			t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
		}
		if got := number(other, "seen"); got != 7 {
			t.Errorf("%s: the other sees %v", body, got)
		}
	}
}

// TestConstantsDeep checks that nested values of a file are also constant.
func TestConstantsDeep(t *testing.T) {
	const files = `-- main.bt --
tree main
  b
-- lib/deep.lua --
local deep = { rows = {}, class = { of = { base = { kind = { "troll" } } } } }
for i = 1, 2000 do deep.rows[i] = { at = { x = i } } end
deep.rows[1500].class = { __index = deep.class.of.base }
function deep.row(i) return deep.rows[i] end
return deep
-- b.lua --
local deep = require("lib.deep")
local function get(t, ...) for i = 1, select("#", ...) do t = t[select(i, ...)] end return t end
return { behavior = function(agent)
BODY
end }
`
	for _, c := range []struct{ body, want string }{
		{"deep.row(1700).at.x = 0", "lib.deep.rows[1700].at.x was written"},
		{"get(deep, 'rows', 3).at = 0", "lib.deep.rows[3].at was written"},
		{"for i, row in ipairs(get(deep, 'rows')) do if i == 1900 then row.at.x = 0 end end", "lib.deep.rows[1900].at.x was written"},
		{"for i, row in pairs(get(deep, 'rows')) do if i == 1900 then row.at.x = 0 end end", "lib.deep.rows[1900].at.x was written"},
		{"rawget(get(deep, 'rows'), 1901).at = 0", "lib.deep.rows[1901].at was written"},
		{"select(2, next(get(deep, 'rows'), 1901)).at = 0", "lib.deep.rows[1902].at was written"},
		{"table.remove(({ unpack(get(deep, 'rows'), 1990) })[3].at)", "table.remove changed lib.deep.rows[1992].at"},
		{"local o = setmetatable({}, get(deep, 'rows', 1500, 'class')) o.kind[1] = 'x'", ".kind[1] was written"},
		{"agent.row = agent.row or deep.row(1800) if bt.tick() == 2 then agent.row.at.x = 0 end", "lib.deep.rows[1800].at.x was written"},
		{"agent.sum = 0 for i = 1, 2000 do agent.sum = agent.sum + deep.rows[i].at.x end print(agent.sum, #deep.rows, deep.rows[7] == deep.row(7))", "main#1: 2001000 2000 true"},
	} {
		s := newSession(t, options, strings.Replace(files, "BODY", c.body, 1)).clean()
		s.spawn("main", nil)
		s.tick(2)
		if got := s.take(); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestConstantsRead checks the operations that hooks may use on tables of files.
func TestConstantsRead(t *testing.T) {
	for body, want := range map[string]string{
		"for k, v in pairs(s.list) do print(k, v.hp) end for i, v in ipairs(s.list) do print(i, v.hp) end":                                    "main#1: 1 5\nmain#1: 2 6\nmain#1: 1 5\nmain#1: 2 6\nmain#1: 1 5\nmain#1: 2 6\nmain#1: 1 5\nmain#1: 2 6",
		"print(#s.list, next(s.list), table.concat({ 1, 2 }, ','), #own.n, unpack(own.n))":                                                    "main#1: 2 1 1,2 1 1\nmain#1: 2 1 1,2 1 1",
		"print(s.kinds.troll.speed, rawget(s.kinds.troll, 'speed'), getmetatable(s.kinds.troll).__index == s.defaults)":                       "main#1: 1 nil true\nmain#1: 1 nil true",
		"agent.t = s.list[1] print(agent.t == s.list[1], agent.t.hp, rawequal(agent.t, s.list[1]))":                                           "main#1: true 5 true\nmain#1: true 5 true",
		"local seen = { [s.list[1]] = 'first' } print(seen[s.list[1]])":                                                                       "main#1: first\nmain#1: first",
		"local copy = {} for k, v in pairs(s.defaults) do copy[k] = v end copy.speed = 9 print(copy.speed, s.defaults.speed)":                 "main#1: 9 1\nmain#1: 9 1",
		"agent.o = agent.o or setmetatable({ x = 1 }, { __index = s.defaults }) agent.o.y = 2 print(agent.o.speed, agent.o.x, agent.o.y)":     "main#1: 1 1 2\nmain#1: 1 1 2",
		"print(type(s), type(s.hurt), tostring(s.list), select('#', s.each()))":                                                               "main#1: table function table 3\nmain#1: table function table 3",
		"bt.post(agent.id, 'news', { of = s.list[1] }) if bt.tick() == 1 then bt.board('b').x = s.list else print(bt.board('b').x[2].hp) end": "main#1: 6",
		"local e = { hp = 3 } s.hurt(e) print(e.hp)":                                                                                          "main#1: 2\nmain#1: 2",
		"local t = {} for i = 1, 3 do t[i] = s.list table.insert(t, s.defaults) end print(#t)":                                                "main#1: 4\nmain#1: 4",
		"agent.own = agent.own or own print(agent.own.n[1])":                                                                                  "main#1: 1\nmain#1: 1",
	} {
		s := newSession(t, options, strings.Replace(shared, "BODY", body, 1)).clean()
		s.spawn("main", nil)
		s.tick(2)
		if got := s.take(); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", body, got, want)
		}
	}
}

// TestConstantClasses uses a module as a metatable for tables that agents keep. The metatable has functions for
// missing entries.
func TestConstantClasses(t *testing.T) {
	const files = `-- main.bt --
tree main
  b
-- lib/pack.lua --
local Pack = {}
Pack.__index = Pack
Pack.__eq = function(a, b) return a.n == b.n end
Pack.__lt = function(a, b) return a.n < b.n end
Pack.__add = function(a, b) return Pack.new(a.n + b.n) end
Pack.__call = function(self, n) return self.n + n end
Pack.__tostring = function(self) return "pack of " .. self.n end
function Pack.new(n) return setmetatable({ n = n }, Pack) end
function Pack:add(n) self.n = self.n + n return self end
Pack.one = Pack.new(1)
Pack.sink = setmetatable({}, { __newindex = function(t, k, v) v.got = k end })
return Pack
-- b.lua --
local Pack = require("lib.pack")
return { behavior = function(agent)
  agent.pack = agent.pack or Pack.new(2)
  agent.pack:add(1)
  print(agent.pack.n, agent.pack == Pack.new(3), Pack.one < agent.pack, (Pack.one + agent.pack).n, Pack.one(5), tostring(Pack.one))
  print(getmetatable(agent.pack) == Pack, getmetatable(Pack.one) == Pack, Pack.one:add(0) == nil)
end }
`
	s := newSession(t, options, files).clean()
	s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: 3 true true 4 6 pack of 1", "error scripts/lib/pack.lua:9:22: lib.pack.one.n was written, but tables of scripts/lib/pack.lua are constant after loading, since all agents share them: "+
		"keep state in a field of the agent, in memory or on a board, or change a copy")
}

// TestConstantsOfOtherFiles checks that a file cannot write the tables of another file, not even while it is
// loading.
func TestConstantsOfOtherFiles(t *testing.T) {
	const registry = `-- main.bt --
tree main
  b
-- lib/reg.lua --
local reg = { names = {} }
local function add(list, name) table.insert(list, name) end
function reg.add(name) add(reg.names, name) return coroutine.wrap(function() end) end
return reg
`
	file := func(word string) string {
		return fmt.Sprintf("-- b.lua --\nlocal reg = require('lib.reg')\nlocal co = reg.add(%q)\n"+
			"return { on_reload = function(agent, p, m, old) print(old.word) end, word = %q,\n  behavior = function(agent) print(table.concat(reg.names, ' ')) agent.old = agent.old or reg.names end }\n", word, word)
	}
	s := newSession(t, options, registry+file("one"))
	if got, want := headlines(s.game.Load().Errors()), "scripts/lib/reg.lua:2:32: table.insert changed lib.reg.names"+
		", but tables of scripts/lib/reg.lua are constant after loading, since all agents share them: write it in that file, or change a copy"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestConstantsOfOldCode checks that a table of a file stays constant while an agent keeps it, even if the version in
// force does not have it any more.
func TestConstantsOfOldCode(t *testing.T) {
	const file = "-- b.lua --\nlocal own, n = { n = { 1 } }, VERSION\nreturn { behavior = function(agent) agent.own = agent.own or own if n == 2 then agent.own.n[1] = 2 end end }\n"
	s := newSession(t, options, "-- main.bt --\ntree main\n  b\n"+strings.Replace(file, "VERSION", "1", 1)).clean()
	s.spawn("main", nil)
	s.tick(1)
	s.save(strings.NewReplacer("VERSION", "2", "local own", "local new", "or own", "or new").Replace(file))
	s.tick(1)
	s.want("error scripts/b.lua:2:91: agent.own.n is read-only: 1 was written: keep what changes in memory or in a field of the agent")
}

// TestConstantsDecide calls a function of a module in a hook that must not change anything. The function must not
// change the variables that its calls share.
func TestConstantsDecide(t *testing.T) {
	for name, at := range map[string]string{"nextID": "4:56", "deepID": "6:72"} {
		files := strings.Replace(strings.Replace(shared, "BODY", "return s."+name+"() > 1", 1), "behavior = function(agent, params", "precondition = function(agent, params", 1)
		s := newSession(t, options, files).clean()
		s.spawn("main", nil)
		s.tick(1)
		s.want(fmt.Sprintf(`error scripts/lib/s.lua:%s: precondition assigned the local variable "n", which outlives the call; `, at) +
			"it must not change anything, since it may be asked any number of times: keep state in a field of the agent or in memory, and write it in behavior or on_enter")
	}
}
