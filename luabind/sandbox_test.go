package luabind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestNoWayOut checks that no name gives scripts access to the system, or lets them avoid the checks of files.
func TestNoWayOut(t *testing.T) {
	r := luabind.NewRuntime(luabind.Options{})
	members := r.Members()
	for _, name := range []string{"os", "io", "debug", "package", "load", "loadstring", "loadfile", "dofile", "setfenv", "getfenv",
		"newproxy", "collectgarbage", "module", "_G", "_VERSION", "_printregs", "channel", "arg"} {
		if _, ok := members[name]; ok {
			t.Errorf("scripts have %s", name)
		}
		if got := eval(t, fmt.Sprintf("({ bt, math })[1] and rawget({}, 1) or %s", name)); !strings.HasSuffix(got, "nil") {
			t.Errorf("%s is %s", name, got)
		}
	}
	for lib, gone := range map[string][]string{"string": {"dump", "gfind"}, "math": {"randomseed", "mod"}, "table": {"getn", "foreach", "setn"}} {
		for _, name := range gone {
			if slices.Contains(members[lib], name) {
				t.Errorf("scripts have %s.%s", lib, name)
			}
		}
	}
	if got := eval(t, `("x").dump, ("x").gfind, getmetatable("x")`); got != "nil nil read-only" {
		t.Errorf("strings have %s", got)
	}
}

// TestBaseFunctions checks the functions that differ from Lua's library.
func TestBaseFunctions(t *testing.T) {
	const at = "error scripts/b.lua:2:1: "
	for _, c := range []struct{ body, want string }{
		{"for k, v in pairs({10, 20, x = 1}) do print(k, v) end", "1 10\n2 20\nx 1"},
		{"for i, v in ipairs({10, 20, nil, 40}) do print(i, v) end", "1 10\n2 20"},
		{"print(next({}), (next({5})), rawget({7}, 1), rawset({}, 'a', 2).a)", "nil 1 7 2"},
		{"pairs(unpack({}))", `missing-argument function="pairs" n=1 name="t" want="a table"`},
		{"ipairs(3)", `wrong-argument function="ipairs" given="3" n=1 name="list" want="a table"`},
		{"rawset({}, nil, 1)", at + `nil-key what="nil" -> test-key-before`},
		{"rawset({}, 1, unpack({}))", `missing-argument function="rawset" n=3 name="value" want="a value"`},
		{"print(tostring(nil), tostring(1.5), tostring('s'), tostring(true), tostring({}), tostring(print))", "nil 1.5 s true table function"},
		{"print(tostring(setmetatable({}, {__tostring = function() return 'T' end})))", "T"},
		{"tostring(unpack({}))", `missing-argument function="tostring" n=1 name="v" want="a value"`},
		{"print(tonumber('10'), tonumber('x'), tonumber('ff', 16), type(nil), select('#', 1, nil))", "10 nil 255 nil 2"},
		{"print(pcall(error, 'x', 0))", "false x"},
		{"print(select(2, xpcall(function() error('x', 0) end, function(e) return e .. '!' end)))", "x!"},
		{"print(assert(5))", "5"},
		{"assert(false, 'no')", at + `script-error text="no"`},
		{"assert(nil)", at + "unexplained-assertion -> it"},
		{"print(unpack({1, 2, 3}, 2))", "2 3"},
		{"print(getmetatable({}), getmetatable(agent), getmetatable(params), getmetatable(math))", "nil nil nil nil"},
		{"print(rawequal(agent, agent), agent == params)", "true false"},
		{"print(math.pi > 3, math.max(1, 2), math.huge > 0, math.fmod(5, 3))", "true 2 true 2"},
		{"print(('x'):rep(3), ('a,b'):gsub(',', ';'))", "xxx a;b 1"},
		{"print(coroutine.running(), coroutine.status(coroutine.create(function() end)))", "nil suspended"},
		{"print(require == nil, require('x'))", "problem"},
	} {
		if got := run(t, "behavior", c.body); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestSharedTablesCannotBeChanged tries every way of writing to the libraries, both in a hook and at file level. It
// then checks in another file that the libraries are unchanged.
func TestSharedTablesCannotBeChanged(t *testing.T) {
	ways := []string{
		"local m = LIB m.KEY = 'changed'",
		"local m = LIB m.added = 'changed'",
		"local m = LIB m[1] = 'changed'",
		"rawset(LIB, 'KEY', 'changed')",
		"table.insert(LIB, 'changed')",
		"table.remove(LIB)",
		"table.sort(LIB)",
		"setmetatable(LIB, { __index = { KEY = 'changed' } })",
		"getmetatable(LIB).KEY = 'changed'",
		"getmetatable(LIB).__index = {}",
		"local t = { LIB } t[1].KEY = nil",
		"for k in pairs(LIB) do local m = LIB m[k] = nil end",
	}
	members := map[string]string{"math": "floor", "string": "rep", "table": "concat", "coroutine": "wrap", "bt": "log", "own": "f"}
	own := bind("own", bough.Func("f(): Four.", func() float64 { return 4 }))
	for lib, key := range members {
		for _, way := range ways {
			code := strings.NewReplacer("LIB", lib, "KEY", key).Replace(way)
			s := newSession(t, options, fmt.Sprintf(`
-- main.bt --
tree main "Two."
  root
    a +
    b +
-- root.lua --
return {}
-- a.lua --
local ok, err = pcall(function() %[1]s end)
print(ok)
return { behavior = function(agent) local ok, err = pcall(function() %[1]s end) print(ok) end }
-- b.lua --
return { behavior = function(agent) print(type(%[2]s.%[3]s), rawget(%[2]s, 'added'), %[2]s[1], #%[2]s) end }
`, code, lib, key), own)
			s.spawn("main", nil)
			s.tick(1)
			got := s.take()
			if strings.Contains(got, "problem") && (strings.Contains(got, "shared-entry-written") || strings.Contains(got, "global-field-written")) {
				continue // the check of the file has found the write
			}
			if want := "load: false\nmain#1: false\nmain#1: function nil nil 0"; got != want {
				t.Errorf("%s\n%s", code, got)
			}
		}
	}
}

// TestStringsShareNoState checks that scripts cannot reach the metatable of strings.
func TestStringsShareNoState(t *testing.T) {
	for _, code := range []string{
		"getmetatable('').foo = 1", "getmetatable('').__index.foo = 1", "setmetatable('', {})", "rawset(string, 'foo', 1)",
	} {
		if got := run(t, "behavior", "print(pcall(function() "+code+" end))"); !strings.HasPrefix(got, "false ") {
			t.Errorf("%s: %s", code, got)
		}
	}
}

// TestGlobalsStayInTheirFile checks that the globals of a file are nil in other files, in both forms of a file, and
// that a hook cannot create a global.
func TestGlobalsStayInTheirFile(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "Three."
  root
    a +
    b +
    c +
-- root.lua --
return {}
-- a.lua --
a = { limit = 3 }
function a.behavior(agent) print("a", a.limit, type(b), type(c)) end
-- b.lua --
b = { limit = 4 }
function b.behavior(agent) print("b", b.limit, type(a), type(c)) end
-- c.lua --
return { behavior = function(agent) print("c", a, b, c) end }
`)
	s.spawn("main", nil)
	s.take()
	s.tick(1)
	s.want("main#1: a 3 nil nil", "main#1: b 4 nil nil", "main#1: c nil nil nil")

	// The check of a file finds a plain assignment to a global in a hook.
	for _, name := range []string{"precondition", "on_enter", "behavior", "run"} {
		if got := run(t, name, "x = 5"); !strings.Contains(got, `global-assigned name="x"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestGuardTables checks that params, and the agent in a precondition, can be read in every way but not written in
// any way.
func TestGuardTables(t *testing.T) {
	const file = `return {
  params = { speed = 2, list = { 3, 4, 5 }, deep = { inner = { x = 1 } }, point = { x = 1, y = 2 } },
  behavior = function(agent, params)
    local ok, err = pcall(function() CODE end)
    if err ~= nil then print(ok and "value" or "error", err) end
  end,
}
`
	for _, c := range []struct{ code, want string }{
		{"return params.speed", "value 2"},
		{"return params.nothing", ""},
		{"return #params.list", "value 3"},
		{"return table.concat(params.list, ',')", "value 3,4,5"},
		{"return (select('#', unpack(params.list)))", "value 3"},
		{"return table.maxn(params.list)", "value 3"},
		{"local n = 0 for i, v in ipairs(params.list) do n = n + v end return n", "value 12"},
		{"local n = '' for k in pairs(params) do n = n .. k .. ' ' end return n", "value speed list deep point "},
		{"local n = 0 for k, v in next, params.list, nil do n = n + v end return n", "value 12"},
		{"return rawget(params, 'speed') + rawget(params.list, 1)", "value 5"},
		{"return params.deep.inner.x + params.point.y", "value 3"},
		{"return params.list == params.list", "value true"},
		{"local p = params p.speed = 3", `error scripts/b.lua:4: params is read-only, and "speed" of it is written: keep what changes in memory or in a field of the agent`},
		{"local p = params p[1] = 3", "error scripts/b.lua:4: params is read-only, and 1 of it is written: keep what changes in memory or in a field of the agent"},
		{"local p = params.list p[1] = 3", "error scripts/b.lua:4: params.list is read-only, and 1 of it is written: keep what changes in memory or in a field of the agent"},
		{"local p = params.deep.inner p.x = 3", `error scripts/b.lua:4: params.deep.inner is read-only, and "x" of it is written: keep what changes in memory or in a field of the agent`},
		{"rawset(params.point, 'x', 3)", "error scripts/b.lua:4: rawset cannot change params.point, which is read-only: keep what changes in memory or in a field of the agent"},
		{"table.insert(params.list, 3)", "error scripts/b.lua:4: table.insert cannot change params.list, which is read-only: keep what changes in memory or in a field of the agent"},
		{"table.remove(params.list)", "error scripts/b.lua:4: table.remove cannot change params.list, which is read-only: keep what changes in memory or in a field of the agent"},
		{"table.sort(params.list)", "error scripts/b.lua:4: table.sort cannot change params.list, which is read-only: keep what changes in memory or in a field of the agent"},
		{"setmetatable(params, nil)", "error scripts/b.lua:4: setmetatable cannot change params, which is read-only: keep what changes in memory or in a field of the agent"},
		{"local mt = getmetatable(params) mt.__newindex = nil", "error scripts/b.lua:4: attempt to index local 'mt' (a nil value)"},
		{"agent.goal = params.point agent.goal.x = 9", `error scripts/b.lua:4: params.point is read-only, and "x" of it is written: keep what changes in memory or in a field of the agent`},
	} {
		s := newSession(t, options, one(strings.Replace(file, "CODE", c.code, 1)))
		s.spawn("main", nil)
		s.tick(1)
		if got := strings.TrimPrefix(s.take(), "main#1: "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.code, got, c.want)
		}
	}
}

// TestAgentInPrecondition checks that a write that the check of the file cannot find is an error when the
// precondition runs. Reads must not be errors.
func TestAgentInPrecondition(t *testing.T) {
	const refusal = `decide-writes key="\"hp\"" table="the agent" who="precondition" -> it`
	for _, c := range []struct{ code, want string }{
		{"return f.n(agent)", refusal},
		{"return f.raw(agent)", `decide-changes function="rawset" table="the agent" who="precondition" -> it`},
		{"return f.insert(agent)", `decide-changes function="table.insert" table="the agent" who="precondition" -> it`},
		{"return f.meta(agent)", `decide-changes function="setmetatable" table="the agent" who="precondition" -> it`},
		{"return f.read(agent)", "main#1: id 1 name main hp 5 | id | 5 | 0"},
	} {
		s := newSession(t, options, `
-- main.bt --
tree main "One."
  b
-- lib/f.lua --
return {
  n = function(a) a.hp = 1 end,
  raw = function(a) rawset(a, "hp", 1) end,
  insert = function(a) table.insert(a, 1) end,
  meta = function(a) setmetatable(a, {}) end,
  read = function(a)
    local s = ""
    for k, v in pairs(a) do s = s .. k .. " " .. v .. " " end
    print(s .. "| " .. next(a) .. " | " .. rawget(a, "hp") .. " | " .. #a)
  end,
}
-- b.lua --
local f = require "lib.f"
return { precondition = function(agent) `+c.code+` end }
`)
		a := s.spawn("main", bough.Fields{"hp": 5})
		s.tick(1)
		if got := s.take(); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.code, got, c.want)
		}
		if hp := number(a, "hp"); hp != 5 {
			t.Errorf("%s: hp is %v", c.code, hp)
		}
	}
}

// TestAgentHasNoMetatable checks that a script cannot give the agent a metatable, since guards and Go code read
// fields without metamethods.
func TestAgentHasNoMetatable(t *testing.T) {
	for _, name := range []string{"behavior", "on_enter", "run"} {
		s := newSession(t, options, hook(name, "setmetatable(agent, { __index = { hp = 1 } })"))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); !strings.Contains(got, "agent-metatable") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestRequire(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "One."
  b
-- lib/a.lua --
local c = require "lib.c"
return { v = c.v + 1, c = c }
-- lib/c.lua --
return { v = 1 }
-- lib/nothing.lua --
return true
-- b.lua --
local a, c = require "lib.a", require "lib.c"
local nothing = require "lib.nothing"
return { behavior = function(agent) print(a.v, a.c == c, nothing, pcall(require, "lib.a")) end }
`).clean()
	s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: 2 true true false require can only be used while a file is loaded: call it at the top of the file")
}

// TestReservedFields checks that rawset cannot write a field that the engine sets, but can write other fields and
// other tables.
func TestReservedFields(t *testing.T) {
	for body, want := range map[string]string{
		`rawset(agent, "id", 99)`:                          `engine-sets-field entry="agent.id"`,
		`rawset(agent, "name", "x")`:                       `engine-sets-field entry="agent.name"`,
		`pcall(rawset, agent, "id", 99) print(agent.id)`:   "1",
		`local t = {} rawset(t, "id", 99) print(t.id)`:     "99",
		`rawset(agent, "other", 99) print(agent.other)`:    "99",
		`rawset(memory, "name", "y") print(memory.name)`:   "y",
		`local set = rawset set(agent, "na" .. "me", nil)`: `engine-sets-field entry="agent.name"`,
	} {
		if got := run(t, "behavior", body); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q; want %q", body, got, want)
		}
	}
}

// TestReservedFieldsBehindFunctions checks that other functions cannot write such fields either.
func TestReservedFieldsBehindFunctions(t *testing.T) {
	s := newSession(t, options, one(`local function set(t, k, v) t[k] = v end
return { behavior = function(agent)
  if not agent.done then set(agent, "id", 99) set(agent, "name", nil) end
  agent.done, agent.seen = true, agent.id
  for i = 1, 20000 do end
end }
`))
	a := s.spawn("main", nil)
	s.tick(1)
	if n := number(a, "id"); n != 1 || a.Get(engine.KeyOf("name")).Str() != "main" {
		t.Errorf("after the tick: id %v, name %v", n, a.Get(engine.KeyOf("name")))
	}
	s.tick(1)
	s.want(`error scripts/b.lua:1:29: engine-sets-field entry="agent.id"`)
}
