//go:build !luacore

package luabind_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestReplicate: hooks do the same whether their files were copied to the workers or run
// for each of them. In each case the files of an archive are loaded, those in lib as
// modules; those of a second archive come in a second round. Then what show of each
// behavior returns is compared, asked twice, in two workers by turns.
func TestReplicate(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds []string
		run    string // files that are run for each worker
		want   string // of it all
	}{
		{"tables", []string{`-- a.lua --
local inner = { 1, "two", true, nil, 5, [7.5] = "half", [false] = "no", x = { y = { z = 3 } } }
inner.self, inner[inner] = inner, "me"
local order = {}
for _, k in ipairs { "q", "w", "e", "r", "t", "y" } do order[k] = k end
order.e, order.q = nil, nil
order.u = 0/0
return { show = function()
  local text = #inner .. " " .. inner.x.y.z .. inner[inner.self] .. inner[7.5] .. inner[false] .. tostring(inner[4])
  for k, v in pairs(order) do text = text .. " " .. k .. "=" .. tostring(v == v) end
  inner.x.y.z = inner.x.y.z + 1
  return text
end }
`}, "", ""},
		{"lists with holes", []string{`-- a.lua --
local t, u, v = { nil, nil, 3 }, { 1, nil, 3, nil }, { n = 1, 10, 20 }
v[#v + 1], v[5] = 30, 50
u[-1], u[0] = "below", "zero"
return { show = function()
  t[#t + 1] = #t
  local text = #t .. " " .. #u .. " " .. #v
  for i, x in ipairs(v) do text = text .. " " .. i .. ":" .. x end
  for k, x in pairs(u) do text = text .. " " .. k .. ":" .. x end
  return text
end }
`}, "", ""},
		{"variables", []string{`-- a.lua --
local n, list = 0, {}
local function up() n = n + 1 list[#list + 1] = n return n end
local function fac(k) if k <= 1 then return 1 end return k * fac(k - 1) end
local made = {}
for i = 1, 3 do made[i] = function() i = i + 10 return i end end
return { show = function() return up() .. " " .. #list .. " " .. fac(5) .. " " .. made[1]() .. made[3]() end,
  peek = function() return n end }
`}, "", ""},
		{"metatables", []string{`-- lib/point.lua --
local Point = {}
Point.__index = Point
Point.__eq = function(a, b) return a.x == b.x end
Point.__call = function(self, d) return self.x + d end
Point.__tostring = function(self) return "point " .. self.x end
function Point.new(x) return setmetatable({ x = x }, Point) end
function Point:move(d) self.x = self.x + d return self end
return Point
-- a.lua --
local Point = require("lib.point")
local here, there = Point.new(1), Point.new(2)
local same = setmetatable({}, getmetatable(here))
return { show = function()
  return tostring(here:move(1)) .. " " .. tostring(here == there) .. here(5) .. tostring(getmetatable(same) == Point)
end }
`}, "", "point 2 true7true;point 3 false8true"},
		{"modules", []string{`-- lib/base.lua --
local base = { IDLE = {}, count = 0, call = function(f, ...) return f(...) end }
function base.adder(n) return function(m) base.count = base.count + 1 return n + m end end
return base
-- lib/more.lua --
local base = require("lib.base")
local add = base.adder(5)
return { base = base, add = add, idle = base.IDLE }
-- lib/none.lua --
return true
-- lib/fn.lua --
return function(a) return "fn" .. a end
-- lib/lent.lua --
return math
-- a.lua --
local base, more, none, fn, lent = require("lib.base"), require("lib.more"), require("lib.none"), require("lib.fn"), require("lib.lent")
local ten = base.adder(10)
return { show = function(agent)
  agent.state = more.idle
  return ten(more.add(1)) .. fn(base.count) .. tostring(none) .. lent.abs(-1) .. tostring(lent == math) .. tostring(more.base == base)
end }
-- b.lua --
local base = require("lib.base")
return { show = function(agent) return tostring(agent.state == base.IDLE) .. base.count end }
`, `-- c.lua --
local base = require("lib.more").base
local five = base.adder(5)
return { show = function(agent) return tostring(agent.state == base.IDLE) .. five(1) .. base.count end }
`}, "", ""},
		{"the older form", []string{`-- lib/one.lua --
shared = { n = 0 }
function bump() shared.n = shared.n + 1 return shared.n end
return bump
-- a.lua --
local bump = require("lib.one")
helper = function() return bump() end
a = { show = function() return helper() .. tostring(shared) .. tostring(math ~= nil) end }
`}, "", "1niltrue;2niltrue"},
		{"one function twice", []string{`-- a.lua --
local n = 0
local function f() n = n + 1 return n end
return { show = f, postcondition = f }
`}, "", "1;2"},
		{"a long list", []string{`-- a.lua --
local t = {}
for i = 1, 20000 do t[i] = { i } end
return { show = function() return #t .. " " .. t[20000][1] .. tostring(t[1] ~= t[2]) end }
`}, "", "20000 20000true;20000 20000true"},
		{"a suspended coroutine", []string{`-- a.lua --
local co = coroutine.create(function() for i = 1, 9 do coroutine.yield(i) end end)
coroutine.resume(co)
return { show = function() return select(2, coroutine.resume(co)) end }
-- b.lua --
return { show = function() return "b" end }
`}, "a", ""},
		{"a wrapped coroutine", []string{`-- a.lua --
local f = coroutine.wrap(function() for i = 1, 9 do coroutine.yield(i) end end)
f()
return { show = function() return f() end }
`}, "a", ""},
		{"a variable of a coroutine", []string{`-- a.lua --
local get, go
local co = coroutine.wrap(function() local n = 0 get = function() n = n + 1 return n end coroutine.yield() end)
co()
co = nil
return { show = function() return get() end }
`}, "a", ""},
		{"a function of Go", []string{`-- lib/words.lua --
return { next = string.gmatch("some words", "%a+") }
-- a.lua --
local words = require("lib.words")
return { show = function() return tostring(words.next()) end }
-- b.lua --
local step, list = ipairs { "x" }
return { show = function() return tostring(select(2, step(list, 0))) end }
-- c.lua --
return { show = function() return "c" end }
`}, "a b lib.words", ""},
		{"a module that others change", []string{`-- lib/all.lua --
local list = {}
return { add = function(name) list[#list + 1] = name end, names = function() return table.concat(list, "+") end }
-- lib/two.lua --
require("lib.all").add("two")
return {}
-- a.lua --
require("lib.all").add("a")
return { show = function() return require and "a" end }
-- b.lua --
local all = require("lib.all")
return { show = function() return all.names() end }
-- c.lua --
local two = require("lib.two")
return { show = function() return "c" end }
`, `-- d.lua --
local all = require("lib.all")
all.add("d")
return { show = function() return all.names() end }
`}, "a b c d lib.all lib.two", ""},
		{"a module that is changed later", []string{`-- lib/all.lua --
return { list = {} }
-- lib/kin.lua --
return { all = require("lib.all") }
-- a.lua --
local all = require("lib.all")
return { show = function() return #all.list end }
`, `-- b.lua --
local list = require("lib.kin").all.list
list[1] = "b"
return { show = function() return list[1] end }
`, `-- c.lua --
local list = require("lib.all").list
return { show = function() return #list end }
-- e.lua --
return { show = function() return "e" end }
`}, "b c", "1b1e;1b1e"},
		{"a module that a broken file changes", []string{`-- lib/all.lua --
return { list = {} }
-- bad.lua --
local list = require("lib.all").list
list[1] = "bad"
error("stop")
-- a.lua --
local all = require("lib.all")
return { show = function() return #all.list end }
`}, "", "0;0"},
		{"a module that remembers", []string{`-- lib/cache.lua --
local cache = {}
return function(k) cache[k] = cache[k] or {} return cache[k] end
-- a.lua --
local get = require("lib.cache")
local mine = get("x")
return { show = function() return tostring(mine == get("x")) end }
`}, "a lib.cache", "true;true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			copied, run := newCopies(t), newCopies(t)
			for _, round := range c.rounds {
				copied.round(round, true)
				run.round(round, false)
			}
			got := copied.ask()
			if want := run.ask(); got != want || c.want != "" && got != c.want {
				t.Errorf("copied:\n%s\nrun:\n%s\nwant\n%s", got, want, c.want)
			}
			if slices.Sort(copied.run); strings.Join(copied.run, " ") != c.run {
				t.Errorf("run for each worker: %s; want %s", strings.Join(copied.run, " "), c.run)
			}
		})
	}
}

// copies is a game of files without trees, whose runtime has two workers.
type copies struct {
	*asker
	other  *asker // for the second worker: an agent belongs to one
	t      testing.TB
	files  map[string]*luabind.Chunk
	names  []string // of behaviors
	run    []string // files that were not copied
	binder [2]map[string]engine.Binding
}

func newCopies(t testing.TB) *copies {
	r := luabind.NewRuntime(luabind.Options{Workers: 2})
	return &copies{asker: newAskerOf(t, r), other: newAskerOf(t, r), t: t, files: map[string]*luabind.Chunk{}, binder: [2]map[string]engine.Binding{{}, {}}}
}

// round loads and installs files. The hook show stands in the place of precondition.
func (c *copies) round(archive string, copied bool) {
	uses := maps.Clone(c.files)
	var fresh []*luabind.Chunk
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := strings.ReplaceAll(strings.TrimSuffix(f.Name, ".lua"), "/", ".")
		text := strings.ReplaceAll(string(f.Data), "show =", "precondition =")
		chunk, problems := luabind.Compile(f.Name, name, []byte(text))
		if problems.Err() != nil {
			c.t.Fatal(problems)
		}
		chunk = chunk.Link(uses, nil)
		if strings.HasPrefix(name, "lib.") {
			problems = c.runtime.LoadModule(chunk)
			uses[name] = chunk
		} else {
			problems = c.runtime.Load(chunk)
		}
		if problems.Err() == nil {
			c.files[name] = chunk
			fresh = append(fresh, chunk)
		}
	}
	if copied {
		c.runtime.Replicate(fresh)
	}
	for _, chunk := range fresh {
		if copied && !luabind.Copied(chunk) {
			c.run = append(c.run, chunk.Name)
		}
	}
	c.runtime.Install(fresh)
	for _, chunk := range fresh {
		if chunk.Behavior != nil {
			c.names = append(c.names, chunk.Name)
		}
	}
	c.bind()
}

// bind has each worker call the behaviors that are in force.
func (c *copies) bind() {
	for _, name := range c.names {
		for w := range c.binder {
			c.binder[w][name] = c.files[name].Behavior.Code.Bind(w, nil)
		}
	}
}

// ask calls each behavior twice in each worker. It returns what they gave in the first,
// and sees that the second gives the same.
func (c *copies) ask() string {
	var out [2][2]string
	for turn := range 2 {
		for w, q := range []*asker{c.asker, c.other} {
			q.within(func(ctx *engine.Context) {
				for _, name := range c.names {
					out[w][turn] += luabind.Text(c.binder[w][name], ctx)
				}
			})
		}
	}
	if out[0] != out[1] {
		c.t.Errorf("worker 0: %q, worker 1: %q", out[0], out[1])
	}
	return strings.Join(out[0][:], ";")
}

// TestReplicateLibraries: what a file takes of libraries when it is loaded is that of the
// worker in which it is called, and nothing of it makes the file be run again.
func TestReplicateLibraries(t *testing.T) {
	c := newCopies(t)
	if err := c.runtime.Bind("go", luabind.Func("add(x, y): the sum", func(x, y float64) float64 { return x + y })); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("local of = {}\n")
	n := 0
	members := c.runtime.Members()
	for _, global := range c.runtime.Globals() {
		for _, name := range append([]string{global}, prefixed(global+".", members[global])...) {
			if !strings.HasPrefix(name, "(") {
				fmt.Fprintf(&text, "of[%q] = %s\n", name, name)
				n++
			}
		}
	}
	text.WriteString("return { show = function(agent)\n  local n = 0\n")
	for line := range strings.Lines(text.String()) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && strings.HasPrefix(name, "of[") {
			fmt.Fprintf(&text, "  if %s == %s and %s ~= nil then n = n + 1 else agent.odd = %q end\n", name, value, value, value)
		}
	}
	text.WriteString("  return n .. (\"x\"):rep(2) .. of[\"go.add\"](1, 2) .. of.tostring(of[\"bt.time\"]()) .. of.tostring(agent.odd)\nend }\n")
	c.round("-- a.lua --\n"+text.String(), true)
	if len(c.run) > 0 || n < 80 {
		t.Errorf("run for each worker: %q; %d things of libraries", c.run, n)
	}
	if got, want := c.ask(), fmt.Sprintf("%[1]dxx30nil;%[1]dxx30nil", n); got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

func prefixed(prefix string, names []string) []string {
	out := slices.Clone(names)
	for i := range out {
		out[i] = prefix + out[i]
	}
	return out
}

// TestLinkAgain: what was copied of a chunk is not taken for what another one of the same
// code has made.
func TestLinkAgain(t *testing.T) {
	r := luabind.NewRuntime(luabind.Options{})
	defer r.Close()
	c := compiled(t, "a", "return { behavior = function() end }").Link(nil, nil)
	if problems := r.Load(c); problems.Err() != nil {
		t.Fatal(problems)
	}
	r.Replicate([]*luabind.Chunk{c})
	if again := c.Link(nil, c); !luabind.Copied(c) || luabind.Copied(again) {
		t.Errorf("copied: %v, and %v when it is linked again", luabind.Copied(c), luabind.Copied(again))
	}
}
