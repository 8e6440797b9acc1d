package luabind_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestHostileHooks checks that each hostile hook ends with one clear error of bounded size, and does not affect
// another agent in the same state.
func TestHostileHooks(t *testing.T) {
	const deep, loop = "calls-too-deep most=", "hook-runs-too-long limit=100000"
	for _, c := range []struct{ body, want string }{
		{"local function f() return 1 + f() end f()", deep},
		{"local function f() f() f() end f()", deep},
		{"local function f() pcall(f) error('up') end f()", ""},
		{"local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end print(t.x)", deep},
		{"local t = setmetatable({}, {}) getmetatable(t).__newindex = function(t, k, v) t[k] = v end t.x = 1", deep},
		{"local t = setmetatable({}, {}) getmetatable(t).__tostring = tostring print(t)", deep},
		{"local t = setmetatable({}, {}) getmetatable(t).__call = function(t) return 1 + t() end t()", deep},
		{"local t = setmetatable({}, {}) getmetatable(t).__eq = function(a, b) return a == setmetatable({}, getmetatable(b)) end local x = t == setmetatable({}, getmetatable(t))", deep},
		{"local t = setmetatable({}, {}) getmetatable(t).__index = t print(t.x)", "endless-index-chain -> it"},
		{"local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a }) print(a.x)", "endless-index-chain -> it"},
		{"local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1", "endless-newindex-chain -> it"},
		{"local t = setmetatable({}, {}) getmetatable(t).__call = t t()", `not-a-function what="t (table)"`},
		{"local function f(n) return coroutine.wrap(function() return f(n + 1) end)() end f(1)", ""},
		{"string.rep('x', 1e10)", `hook-takes-too-much-memory limit="16.0 MB" -> it`},
		{"('x'):rep(1e10)", `hook-takes-too-much-memory limit="16.0 MB" -> it`},
		{"local s = 'x' while true do s = s:rep(2) end", ""},
		{"local s = 'x' while true do s = s .. s end", "limit=100000"},
		{"local s = ('x'):rep(5000) local t = s .. s .. s .. s", ""},
		{"local s = ('x'):rep(8000) while true do local t = s .. s end", loop},
		{"print(unpack({}, 1, 1e8))", "too-many-results most=8000 -> it"},
		{"print(('x'):rep(2000):byte(1, -1))", ""},
		{"print(string.format('%1000000d', 1))", "format-too-wide -> it"},
		{"table.concat({}, 'x', 1, 1e9)", `concat-not-text index=1 kind="nil" -> it`},
		{"table.insert({}, 1e9, 1)", ""},
		{"('a'):rep(16000):find(('a*'):rep(50) .. 'b')", `call-takes-most function="find" limit=100000 price=98951 -> simplify-pattern`},
		{"('x'):rep(16000):gsub('', ('y'):rep(1000))", "limit=100000"},
		{"local t = {} for i = 1, 1e9 do t[i] = {} end", loop},
		{"local t = {} while true do t[#t + 1] = coroutine.create(print) end", `wrong-argument function="coroutine.create" given="print (function)" n=1 name="f" want="a function of a file" -> write-lua-function`},
		{"local t = {} for i = 1, 1e9 do t['k' .. i] = i end", loop},
		{"error()", "scripts/bad.lua:2:1: error-without-message -> it"},
		{"error(nil)", "scripts/bad.lua:2:1: error-without-message -> it"},
		{"error({})", `scripts/bad.lua:2:1: error-not-text kind="table" -> it`},
		{"error({ message = 'in a table' })", "in a table"},
		{"error(setmetatable({}, { __tostring = function() while true do end end, __index = function() while true do end end }))", `scripts/bad.lua:2:1: error-not-text kind="table" -> it`},
		{"error(5)", "5"},
		{"error(true)", `error-not-text kind="boolean" -> it`},
		{"error(print)", `scripts/bad.lua:2:1: error-not-text kind="function" -> it`},
		{"error(coroutine.create(print))", `wrong-argument function="coroutine.create" given="print (function)" n=1 name="f" want="a function of a file" -> write-lua-function`},
		{"error('x', 0)", "x"},
		{"error('x', 2)", "x"},
		{"error('x', 1e9)", "x"},
		{"error('a:1: b: 2: c')", "a:1: b: 2: c"},
		{"error('')", ""},
		{"error(('x'):rep(16000))", strings.Repeat("x", 1900)},
		{"error(('é'):rep(8000))", strings.Repeat("é", 900)},
		{"print(setmetatable({}, { __tostring = function() error('in tostring') end }))", "in tostring"},
		{"assert(false, {})", ""},
		{"local t = {} t[nil] = 1", `nil-key what="nil" -> test-key-before`},
		{"local t = {} t[0/0] = 1", `nan-key what="0/0" -> it`},
		{"local x = nil .. 'a'", `cannot-calculate left="nil" operator=".." right="'a' (text)"`},
		{"local x = #nil", `no-length what="nil"`},
		{"local x = {} < {}", `cannot-compare left="{} (table)" right="{} (table)"`},
		{"local x = -{}", `cannot-negate what="{} (table)"`},
		{"next({}, 'no such key')", ""},
		{"setmetatable(1, {})", `wrong-argument function="setmetatable" given="1" n=1 name="t" want="a table"`},
		{"setmetatable(print, {})", `wrong-argument function="setmetatable" given="print (function)" n=1 name="t" want="a table"`},
		{"setmetatable(nil, {})", `wrong-argument function="setmetatable" given="nil" n=1 name="t" want="a table"`},
		{"select(0)", `wrong-argument function="select" given="0" n=1 name="n" want="the number of an argument"`},
		{"tonumber('z', 99)", ""},
		{"coroutine.resume(5)", `wrong-argument function="coroutine.resume" given="5" n=1 name="co" want="a coroutine"`},
		{"coroutine.wrap(5)", `wrong-argument function="coroutine.wrap" given="5" n=1 name="f" want="a function of a file" -> write-lua-function`},
		{"coroutine.resume(coroutine.running())", ""},
		{"string.format('%s', unpack({}))", `missing-argument function="string.format" n=2 name="..." want="a value for each % of the format"`},
		{"string.format('%y', 1)", "format"},
		{"('x'):find('[')", "pattern"},
		{"require(nil)", ""},
	} {
		for _, name := range []string{"precondition", "on_enter", "behavior", "run", "on_exit"} {
			testHostile(t, name, c.body, c.want)
		}
	}
}

func testHostile(t *testing.T, name, body, want string) {
	s := newSession(t, bough.Options{Seed: 1}, `
-- main.bt --
tree main "One behaves badly, the other does not."
  root
    bad +
    good
-- root.lua --
return {}
-- bad.lua --
return { `+name+" = function(agent)\n"+body+`
end }
-- good.lua --
return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end, run2 = nil }
`)
	a := s.spawn("main", nil)
	s.tick(2)
	if name == "on_exit" {
		a.Reset()
		s.tick(1)
	}
	if n := number(a, "n"); n < 2 || !s.game.World().Agent(1).Alive() {
		t.Errorf("%s %s: the neighbor ran %v times", name, body, n)
	}
	if want != "" && len(s.faults) == 0 && !strings.Contains(s.take(), want) {
		t.Errorf("%s %s: no error", name, body)
	}
	for _, f := range s.faults {
		if got := identity(f.Diagnostic()); !strings.Contains(got, want) {
			t.Errorf("%s %s\ngot  %.1000s\nwant %s", name, body, got, want)
		}
		if text := f.Error(); len(text) > 10_000 {
			t.Errorf("%s %s: %d bytes: %.1000s", name, body, len(text), text)
		}
		if f.Pos.Line == 0 || len(f.Err.Error()) > 2100 {
			t.Errorf("%s %s: at %v, %d bytes", name, body, f.Pos, len(f.Err.Error()))
		}
	}
}

// TestHostileFiles checks hostile code at the file level, which runs while the file is loading.
func TestHostileFiles(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"large":            {"return { doc = '" + strings.Repeat("x", 10<<20) + "' }", "script-too-large bytes=10485779 limit=1048576 -> it"},
		"enormous":         {strings.Repeat(" ", 17<<20), "scripts/b.lua: file-too-large limit=16 -> it"},
		"bytecode":         {"\x1bLua\x51\x00\x01\x04", "compiled-script -> it"},
		"nul":              {"return {\x00}", "nul-byte -> it"},
		"latin 1":          {"return { doc = 'gr\xfc\xdfe' }", `invalid-utf8 byte="0xFC" -> it`},
		"parentheses":      {"return " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000), "too-many-levels limit=1000 -> it"},
		"tables":           {"return " + strings.Repeat("{", 100000) + strings.Repeat("}", 100000), "too-many-levels limit=1000 -> it"},
		"functions":        {"return " + strings.Repeat("function() return ", 5000) + "1" + strings.Repeat(" end", 5000), "too-many-levels limit=1000 -> it"},
		"blocks":           {strings.Repeat("do ", 100000) + strings.Repeat("end ", 100000), "too-many-levels limit=1000 -> it"},
		"sum":              {"return 1" + strings.Repeat(" + 1", 100000), "too-many-levels limit=1000 -> it"},
		"locals":           {strings.Repeat("local x\n", 300), "local"},
		"one endless line": {"return { behavior = function(agent) local x = {" + strings.Repeat("1,", 100000) + "} error('here') end }", ""},
		"deep recursion":   {"local function f() return 1 + f() end f()", "calls-too-deep most=200 -> it"},
		"error with table": {"error({})", `error-not-text kind="table" -> it`},
		"long error":       {"error(('x'):rep(16000))", "xxxx"},
		"unclosed string":  {"return { doc = 'x }", ""},
		"unclosed comment": {"--[[ return {}", ""},
		"goto":             {"::a:: goto a", "file-runs-too-long limit=1000000"},
		"yield":            {"coroutine.yield()", "yield-outside-coroutine -> it"},
		"self require":     {"local x = require 'b'", "b"},
		"globals":          {"for i = 1, 100000 do local g = i end\nreturn { behavior = function() end }", ""},
	} {
		s := newSession(t, options, one(""))
		s.fs["b.lua"] = &fstest.MapFile{Data: []byte(c.file)}
		s.fs["good.lua"] = &fstest.MapFile{Data: []byte("return { behavior = function(agent) agent.n = 1 end }")}
		s.fs["main.bt"] = &fstest.MapFile{Data: []byte("tree main\n  root\n    b +\n    good\n")}
		s.fs["root.lua"] = &fstest.MapFile{Data: []byte("return {}")}
		problems := s.game.Load().Errors()
		text := problems.Error()
		if !strings.Contains(headlines(problems), c.want) || c.want != "" && len(problems) == 0 || len(text) > 10_000 {
			t.Errorf("%s: %d problems, %d bytes\ngot  %.500s\nwant %s", name, len(problems), len(text), headlines(problems), c.want)
		}
		a := s.spawn("main", nil)
		s.tick(1)
		if number(a, "n") != 1 {
			t.Errorf("%s: the other file does not run", name)
		}
		for _, f := range s.faults {
			if len(f.Error()) > 10_000 {
				t.Errorf("%s: a fault of %d bytes", name, len(f.Error()))
			}
		}
	}
}

// TestHugeIndex checks that an entry with a very large index is stored in the hash part of a table, and so costs
// little.
func TestHugeIndex(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    local t = {}
    t[5000000], t[2^31], t[-1], t[1e300] = 1, 2, 3, 4
    agent.sum = t[5000000] + t[2^31] + t[-1] + t[1e300]
    agent.list = {}
    agent.list[5000000] = 1`))
	a := s.spawn("main", nil)
	s.tick(1)
	s.want()
	if number(a, "sum") != 10 {
		t.Errorf("sum is %v", number(a, "sum"))
	}
	if v := a.Get(engine.KeyOf("list")); v.Kind() != value.KindOther {
		t.Errorf("list is %v", v)
	}
}

// TestErrorsAtTheEnd checks that exit hooks that fail when the world is closed do not prevent the exits of other
// nodes.
func TestErrorsAtTheEnd(t *testing.T) {
	s := newSession(t, options, hook("on_exit", "if agent.id == 2 then while true do end end print('out')"))
	for range 3 {
		s.spawn("main", nil)
	}
	s.tick(1)
	s.game.Close()
	if got := s.take(); !strings.HasPrefix(got, "main#1: out\nerror ") || !strings.HasSuffix(got, "main#3: out") || len(s.faults) != 1 {
		t.Error(got)
	}
}
