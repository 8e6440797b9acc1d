package luabind_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine/diag"
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

// written and changed return the identities of the errors for a write to an entry, and for a change of a table.
func written(entry string) string {
	return fmt.Sprintf(`constant-entry-written entry=%q file="scripts/lib/s.lua" -> keep-state-or-copy`, entry)
}

func changed(function, table string) string {
	return fmt.Sprintf(`constant-table-changed file="scripts/lib/s.lua" function=%q table=%q -> keep-state-or-copy`, function, table)
}

// TestConstants checks that a hook cannot write a table of a file, in whatever way it reaches the table, and that
// other files read the original values.
func TestConstants(t *testing.T) {
	for body, want := range map[string]string{
		"local e = s.list[1] e.hp = e.hp - 1":                                            written("lib.s.list[1].hp"),
		"if agent.opts then agent.opts.speed = 2 end agent.opts = s.defaults":            written("lib.s.defaults.speed"),
		"for _, e in ipairs(s.list) do e.hp = 0 end":                                     written("lib.s.list[1].hp"),
		"for _, e in s.each() do e.hp = 0 end":                                           written("lib.s.list[1].hp"),
		"for k, e in pairs(s.list) do e.hp = 0 end":                                      written("lib.s.list[1].hp"),
		"local k, e = next(s.list) e.hp = 0":                                             written("lib.s.list[1].hp"),
		"local e = rawget(s.list, 2) e.hp = 0":                                           written("lib.s.list[2].hp"),
		"local _, e = unpack(s.list) e.hp = 0":                                           written("lib.s.list[2].hp"),
		"s.hurt(s.list[1])":                                                              written("lib.s.list[1].hp"),
		"memory.list = s.list memory.list[3] = 1":                                        written("lib.s.list[3]"),
		"local t = ({ s.list })[1] table.insert(t, 7)":                                   changed("table.insert", "lib.s.list"),
		"local t = ({ s.list })[1] table.remove(t)":                                      changed("table.remove", "lib.s.list"),
		"local t = ({ s.list })[1] table.sort(t, function(a, b) return a.hp > b.hp end)": changed("table.sort", "lib.s.list"),
		"local t = ({ s.list })[1] rawset(t, 1, 0)":                                      changed("rawset", "lib.s.list"),
		"local t = ({ s.defaults })[1] setmetatable(t, {})":                              changed("setmetatable", "lib.s.defaults"),
		"local mt = getmetatable(s.kinds.troll) mt.__index = { speed = 9 }":              "error scripts/b.lua:7:40: " + written("lib.s.kinds.troll.(metatable).__index"),
		"local mt = getmetatable(s.kinds.troll) mt.__index = nil error(7)":               "error scripts/b.lua:7:40: " + written("lib.s.kinds.troll.(metatable).__index"),
		"local t = ({ s.kinds.troll })[1] t.speed = 3":                                   written("lib.s.kinds.troll.speed"),
		"agent.k = setmetatable({}, { __newindex = s.defaults }) agent.k.a = 1":          written("lib.s.defaults.a"),
		"local n = ({ own.n })[1] n[1] = 2":                                              `constant-entry-written entry="own.n[1]" file="scripts/b.lua" -> keep-state-or-copy`,
		"print(word())":                                                                  "shared-iterator-called -> it",
		"print(turn())":                                                                  "shared-coroutine-resumed -> it",
		"print(coroutine.resume(turns))":                                                 "shared-coroutine-resumed -> it",
		"agent.n = s.nextID()":                                                           "error scripts/lib/s.lua:4:56" + `: file-local-assigned name="n" -> it`,
		"agent.n = s.deepID()":                                                           "error scripts/lib/s.lua:6:72" + `: file-local-assigned name="n" -> it`,
		"agent.n = nextID()":                                                             `file-local-assigned name="n" -> it`,
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
		{"deep.row(1700).at.x = 0", `constant-entry-written entry="lib.deep.rows[1700].at.x" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"get(deep, 'rows', 3).at = 0", `constant-entry-written entry="lib.deep.rows[3].at" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"for i, row in ipairs(get(deep, 'rows')) do if i == 1900 then row.at.x = 0 end end", `constant-entry-written entry="lib.deep.rows[1900].at.x" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"for i, row in pairs(get(deep, 'rows')) do if i == 1900 then row.at.x = 0 end end", `constant-entry-written entry="lib.deep.rows[1900].at.x" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"rawget(get(deep, 'rows'), 1901).at = 0", `constant-entry-written entry="lib.deep.rows[1901].at" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"select(2, next(get(deep, 'rows'), 1901)).at = 0", `constant-entry-written entry="lib.deep.rows[1902].at" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"table.remove(({ unpack(get(deep, 'rows'), 1990) })[3].at)", `constant-table-changed file="scripts/lib/deep.lua" function="table.remove" table="lib.deep.rows[1992].at" -> keep-state-or-copy`},
		{"local o = setmetatable({}, get(deep, 'rows', 1500, 'class')) o.kind[1] = 'x'", `constant-entry-written entry="lib.deep.class.of.base.kind[1]" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
		{"agent.row = agent.row or deep.row(1800) if bt.tick() == 2 then agent.row.at.x = 0 end", `constant-entry-written entry="lib.deep.rows[1800].at.x" file="scripts/lib/deep.lua" -> keep-state-or-copy`},
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
	s.want("main#1: 3 true true 4 6 pack of 1", `error scripts/lib/pack.lua:9:22: constant-entry-written entry="lib.pack.one.n" file="scripts/lib/pack.lua" -> keep-state-or-copy`)
}

// TestStoresInModules checks that a file may write into modules that it requires while it is loaded, and not later; that what
// a former version of it has written is gone after an edit; and that a file that fails has written nothing.
func TestStoresInModules(t *testing.T) {
	const registry = `-- main.bt --
tree main
  b
-- lib/reg.lua --
local reg, last = { names = {} }, nil
local function add(list, name) table.insert(list, name) end
function reg.add(name) last = name add(reg.names, name) end
function reg.last() return last end
return reg
`
	file := func(name, word, after string) string {
		return fmt.Sprintf("-- %s.lua --\nlocal reg = require 'reg'\nreg.add(%q)\n%s\n"+
			"return { behavior = function(agent) agent.old = agent.old or reg.names print(table.concat(reg.names, ' '), reg.last(), agent.old[1]) end }\n", name, word, after)
	}
	s := newSession(t, options, registry+file("a", "one", "")+file("b", "two", "")).clean()
	s.spawn("main", nil)
	step := func(want string) {
		t.Helper()
		s.tick(1)
		if got := s.take(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	step("main#1: one two two one")
	s.save(file("b", "new", ""))
	s.take()
	step("main#1: one new new one")
	s.save(file("a", "first", "local none = nil print(none.x)"))
	s.take()
	step("main#1: one new new one") // the last version of a that works
	s.save(file("a", "first", ""))
	s.take()
	step("main#1: first new new first") // agent.old is a value of the module, and moves to its new version
	s.save(file("a", "gone", "reg = nil") + "-- lib/other.lua --\nreturn require('reg').names\n")
	s.take()
	step("main#1: gone new new gone")
	s.save(file("b", "x", "table.insert(reg.names, 1, 'now')"))
	s.take()
	step("main#1: now gone x x now")

	late := strings.Replace(file("b", "x", ""), "print(", "pcall(reg.add, 'late') print(", 1)
	s.save(late)
	s.take()
	step("main#1: gone x x gone")
}

// TestLibraryIdioms has what libraries in plain Lua do: classes that enter themselves in their parents, in another file; tables
// that functions fill which nobody calls, or only the file level; and names of modules without their folder.
func TestLibraryIdioms(t *testing.T) {
	const files = `-- main.bt --
tree main
  b
-- lib/oop.lua --
local memo, kinds = {}, {}
local function kind(name) kinds[#kinds + 1] = name end
kind("class")
kind("object")
local oop = { unpack = unpack or table.unpack, version = _VERSION or "" }
function oop.memoize(f, x) memo[f] = memo[f] or f(x) return memo[f] end
local function index(class)
  return function(object, name) return class.methods[name] or class.parent and class.parent.methods[name] end
end
function oop.class(name, parent)
  local class = { name = name, parent = parent, methods = {}, children = setmetatable({}, { __mode = "k" }) }
  if parent then parent.children[class] = name end
  class.meta = { __index = index(class) }
  return setmetatable(class, { __newindex = class.methods, __call = function(_, x) return setmetatable({ x = x }, class.meta) end })
end
oop.kinds = kinds
return oop
-- lib/animal.lua --
local Animal = require("oop").class("Animal")
function Animal.speak(self) return self.x .. " says " .. self:sound() end
return Animal
-- lib/pets/dog.lua --
local Dog = require("oop").class("Dog", require "animal")
function Dog.sound() return "SOUND" end
return Dog
-- lib/pets/cat.lua --
local Cat = require("lib.oop").class("Cat", require "lib.animal")
function Cat.sound() return "meow" end
return Cat
-- b.lua --
local Dog, Cat, Animal, oop = require "pets.dog", require "pets.cat", require "animal", require "oop"
return { behavior = function(agent)
  agent.pet = agent.pet or Dog("Rex")
  local names = {}
  for _, name in pairs(Animal.children) do names[#names + 1] = name end
  table.sort(names)
  print(agent.pet:speak(), Cat("Tom"):speak(), table.concat(names, " "), table.concat(oop.kinds, " "))
end }
`
	s := newSession(t, options, files)
	if got, want := headlines(diag.List(s.game.Load())), `scripts/lib/oop.lua:6:28: warning constant-entry-written entry="memo[f]" file="scripts/lib/oop.lua" -> keep-state-or-copy`; got != want {
		t.Errorf("the files have\n%s\nwant\n%s", got, want)
	}
	s.take()
	a := s.spawn("main", nil)
	s.tick(1)
	s.want("main#1: Rex says SOUND Tom says meow Cat Dog class object")
	s.save("-- lib/pets/dog.lua --\nlocal Dog = require('oop').class('Hound', require 'animal')\nfunction Dog.sound() return 'woof' end\nreturn Dog\n")
	s.take()
	s.tick(1)
	s.want("main#1: Rex says woof Tom says meow Cat Hound class object") // the object of the agent is one of the new class
	data, err := s.game.SnapshotAgent(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.game.Despawn(a); err != nil {
		t.Fatal(err)
	}
	if _, err := s.game.SpawnSnapshot(data); err != nil {
		t.Fatal(err)
	}
	s.tick(1)
	s.want("main#1: Rex says woof Tom says meow Cat Hound class object")
}

// TestStoresInModulesLikeFresh edits files that write into each other's modules at random. Whenever no file has an error, the
// modules hold what they hold in a game that begins with the same files.
func TestStoresInModulesLikeFresh(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if *storesSeed != 0 {
		seed = *storesSeed
	}
	t.Logf("run again with -stores.seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	modules := []string{"lib/m0", "lib/m1", "lib/m2"}
	text := func(name string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "-- %s.lua --\n", name)
		n := slices.Index(modules, name)
		if n < 0 {
			n = len(modules)
		}
		if n < len(modules) {
			b.WriteString("local M = { names = {} }\nfunction M.add(name) table.insert(M.names, name) M[name] = {} end\n")
		}
		for i := range n {
			if rnd.IntN(3) > 0 {
				fmt.Fprintf(&b, "local m%d = require 'm%d'\n", i, i)
				for range rnd.IntN(3) {
					fmt.Fprintf(&b, "m%d.add('%s%d')\n", i, path.Base(name), rnd.IntN(100))
				}
			}
		}
		switch rnd.IntN(8) {
		case 0:
			b.WriteString("local none = nil print(none.x)\n")
		case 1:
			b.WriteString("local\n")
		}
		if n < len(modules) {
			b.WriteString("return M\n")
		} else {
			b.WriteString("return { behavior = function(agent) end }\n")
		}
		return b.String()
	}
	show := "-- main.bt --\ntree main\n  show\n-- show.lua --\nlocal a, b, c = require 'm0', require 'm1', require 'm2'\n" +
		"return { behavior = function(agent) print(table.concat(a.names, ' '), '|', table.concat(b.names, ' '), '|', table.concat(c.names, ' ')) end }\n"
	names := []string{"lib/m0", "lib/m1", "lib/m2", "b0", "b1", "zz"}
	archive := show
	for _, name := range names {
		archive += text(name)
	}
	s := newSession(t, options, archive)
	s.game.Load()
	shown := func(s *session) string {
		s.take()
		s.tick(1)
		return s.take()
	}
	if _, err := s.game.Spawn("main", nil); err != nil {
		t.Skip(err) // the first texts are broken
	}
	compared := 0
	for range *storesEdits {
		s.save(text(names[rnd.IntN(len(names))]))
		if s.game.Bundle().Problems.Err() != nil {
			continue
		}
		got := shown(s)
		var all strings.Builder
		for _, name := range slices.Sorted(maps.Keys(s.fs)) {
			fmt.Fprintf(&all, "-- %s --\n%s", name, s.fs[name].Data)
		}
		fresh := newSession(t, options, all.String())
		fresh.spawn("main", nil)
		if want := shown(fresh); got != want {
			t.Fatalf("got  %q\nwant %q\n%s", got, want, all.String())
		}
		compared++
	}
	t.Logf("%d of %d states compared", compared, *storesEdits)
}

var (
	storesSeed  = flag.Uint64("stores.seed", 0, "seed of TestStoresInModulesLikeFresh (0: another one each time)")
	storesEdits = flag.Int("stores.edits", 200, "number of edits of TestStoresInModulesLikeFresh")
)

// TestConstantsOfOldCode checks that a table of a file stays constant while an agent keeps it, even if the version in
// force does not have it any more.
func TestConstantsOfOldCode(t *testing.T) {
	const file = "-- b.lua --\nlocal own, n = { n = { 1 } }, VERSION\nreturn { behavior = function(agent) agent.own = agent.own or own if n == 2 then agent.own.n[1] = 2 end end }\n"
	s := newSession(t, options, "-- main.bt --\ntree main\n  b\n"+strings.Replace(file, "VERSION", "1", 1)).clean()
	s.spawn("main", nil)
	s.tick(1)
	s.save(strings.NewReplacer("VERSION", "2", "local own", "local new", "or own", "or new").Replace(file))
	s.tick(1)
	s.want(`error scripts/b.lua:2:91: read-only-entry-written key="1" table="agent.own.n" -> it`)
}

// TestConstantsDecide calls a function of a module in a hook that must not change anything. The function must not
// change the variables that its calls share.
func TestConstantsDecide(t *testing.T) {
	for name, at := range map[string]string{"nextID": "4:56", "deepID": "6:72"} {
		files := strings.Replace(strings.Replace(shared, "BODY", "return s."+name+"() > 1", 1), "behavior = function(agent, params", "precondition = function(agent, params", 1)
		s := newSession(t, options, files).clean()
		s.spawn("main", nil)
		s.tick(1)
		s.want(fmt.Sprintf(`error scripts/lib/s.lua:%s: decide-assigns-local name="n" who="precondition" -> it`, at))
	}
}
