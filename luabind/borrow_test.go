//go:build !luacore

package luabind_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestRelink: hooks do the same whether their files run again when modules change, or are
// made from what they made before. In each case the first archive is loaded; those after it
// are modules that are saved. Then what show of each behavior returns is compared.
func TestRelink(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds []string
		ran    string // behaviors that had to run again, in each of the rounds
		want   string // of all answers in the end
	}{
		{"a module", []string{`-- lib/m.lua --
return { n = 1, f = function(x) return x + 1 end }
-- a.lua --
local m = require("lib.m")
local n, list = 0, { 1 }
local function count() n = n + 1 list[#list + 1] = n return n .. #list end
return { show = function() return m.n .. m.f(1) .. count() end }
`, `-- lib/m.lua --
return { n = 2, f = function(x) return x + 10 end }
`, `-- lib/m.lua --
return { n = 3, f = function(x) return x + 100 end }
`}, "", "310112;310123"},
		{"parts of it", []string{`-- lib/m.lua --
local m = { by = { name = { k = "k1" } }, SIZE = 5 }
function m.near(x) return "near" .. x end
return m
-- a.lua --
local near, m = require("lib.m").near, require("lib.m")
local name, size = m.by.name, m.SIZE
return { show = function() return near(1) .. name.k .. size .. tostring(m.near == near) .. tostring(m.by.name == name) end }
`, `-- lib/m.lua --
local m = { by = { name = { k = "k2" } }, SIZE = 5 }
function m.near(x) return "far" .. x end
return m
`, `-- lib/m.lua --
local m = { by = { name = { k = "k2" } }, SIZE = 6 }
function m.near(x) return "far" .. x end
return m
`}, "a", "far1k26truetrue;far1k26truetrue"},
		{"what becomes another type", []string{`-- lib/m.lua --
return { f = function() return 1 end, t = { 1 }, g = {} }
-- a.lua --
local m, f, t, g = require("lib.m"), require("lib.m").f, require("lib.m").t, require("lib.m").g
return { show = function() return tostring(f) .. tostring(t) .. type(g) .. type(m) end }
-- b.lua --
local m = require("lib.m")
return { show = function() return type(m) end }
`, `-- lib/m.lua --
return { f = "text", g = math }
`, `-- lib/m.lua --
return { f = nil, g = math.abs, t = false }
`, `-- lib/m.lua --
return { f = nil, g = 7, t = false }
`}, "", "nilfalsenumbertabletable;nilfalsenumbertabletable"},
		{"a module that is no table any more", []string{`-- lib/m.lua --
return { f = function() return 1 end }
-- a.lua --
local m = require("lib.m")
return { show = function() return type(m) end }
-- b.lua --
local f = require("lib.m").f
return { show = function() return tostring(f()) end }
`, `-- lib/m.lua --
return function() return 2 end
`, `-- lib/m.lua --
return { f = function() return 3 end }
`}, "b", "table3;table3"},
		{"several modules, one by way of another", []string{`-- lib/base.lua --
return { n = 1 }
-- lib/more.lua --
local base = require("lib.base")
return { base = base, twice = function() return base.n * 2 end }
-- a.lua --
local more, base = require("lib.more"), require("lib.base")
return { show = function() base.n = base.n + 1 return more.twice() .. tostring(more.base == base) end }
-- b.lua --
local base = require("lib.more").base
return { show = function() return base.n end }
-- c.lua --
local base, again = require("lib.base"), require("lib.more").base
return { show = function() return tostring(base == again) end }
`, `-- lib/base.lua --
return { n = 10 }
-- lib/more.lua --
local base = require("lib.base")
return { base = base, twice = function() return base.n * 2 end }
`}, "c", "26true13true;28true14true"},
		{"one function under two names", []string{`-- lib/m.lua --
local function f() return 1 end
return { f = f, g = f }
-- a.lua --
local f, g = require("lib.m").f, require("lib.m").g
return { show = function() return f() .. g() end }
`, `-- lib/m.lua --
return { f = function() return 1 end, g = function() return 2 end }
`}, "a", "12;12"},
		{"what another file puts into a module", []string{`-- lib/m.lua --
return { open = false, t = { v = 1 } }
-- a.lua --
local m = require("lib.m")
if m.open then m.t = { v = 2 } end
return { show = function() return m.t.v end }
-- b.lua --
local t = require("lib.m").t
return { show = function() return t.v end }
`, `-- lib/m.lua --
return { open = true, t = { v = 1 } }
`}, "a b", "22;22"},
		{"one thing borrowed twice", []string{`-- lib/m.lua --
return { f = function() return 1 end }
-- a.lua --
local f, g = require("lib.m").f, require("lib.m").f
return { show = function() return f() + g() end }
`, `-- lib/m.lua --
return { f = function() return 2 end }
`}, "", "4;4"},
		{"what belongs to Lua", []string{`-- lib/m.lua --
return math
-- lib/f.lua --
return { abs = math.abs }
-- a.lua --
local m, own = require("lib.m"), math
return { show = function() return tostring(m == own) end }
-- b.lua --
local abs, own = require("lib.f").abs, math.abs
return { show = function() return tostring(abs == own) end }
`, `-- lib/m.lua --
return { abs = 1 }
-- lib/f.lua --
return { abs = math.floor }
`}, "a b", "falsefalse;falsefalse"},
		{"what is not there", []string{`-- lib/m.lua --
return true
-- lib/n.lua --
return {}
-- a.lua --
local m, f = require("lib.m"), require("lib.n").f
return { show = function() return tostring(m) .. tostring(f) end }
`, `-- lib/n.lua --
return { 1 }
`, `-- lib/m.lua --
return "m"
`}, "a", "mnil;mnil"},
		{"metatables", []string{`-- lib/m.lua --
return setmetatable({}, { __index = function(t, k) return k end })
-- a.lua --
local m = require("lib.m")
return { show = function() return m.anything end }
-- b.lua --
local name = require("lib.m").name
return { show = function() return name end }
`, `-- lib/m.lua --
return setmetatable({}, { __index = function(t, k) return k .. "!" end })
`}, "b", "anything!name!;anything!name!"},
		{"who does more than borrow", []string{`-- lib/m.lua --
return { n = 1, f = function() return 1 end }
-- a.lua --
local n = require("lib.m").f()
return { show = function() return n end }
-- b.lua --
local m = require("lib.m")
return { interval = m.n, show = function() return m.n end }
-- c.lua --
local list = {}
for k in pairs(require("lib.m")) do list[#list + 1] = k end
table.sort(list)
return { show = function() return table.concat(list) end }
-- d.lua --
local m = require("lib.m")
return { show = function() return m.f() end }
`, `-- lib/m.lua --
return { n = 2, g = 1, f = function() return 2 end }
`}, "a b c", "22fgn2;22fgn2"},
		{"a module that others change", []string{`-- lib/all.lua --
local list = {}
return { add = function(name) list[#list + 1] = name end, names = function() return table.concat(list, "+") end }
-- a.lua --
require("lib.all").add("a")
return { show = function() return "a" end }
-- b.lua --
local all = require("lib.all")
return { show = function() return all.names() end }
`, `-- lib/all.lua --
local list = {}
return { add = function(name) list[#list + 1] = name .. "!" end, names = function() return table.concat(list, "+") end }
`, `-- lib/all.lua --
local list = {}
return { add = function(name) end, names = function() return "none" end }
`}, "a b a b", "anone;anone"},
		{"a module that others change from now on", []string{`-- lib/all.lua --
return { list = {}, open = false }
-- a.lua --
local all = require("lib.all")
if all.open then all.list[1] = "a" end
return { show = function() return "a" .. #all.list end }
-- b.lua --
local all, list = require("lib.all"), require("lib.all").list
return { show = function() return #all.list .. #list end }
-- c.lua --
local all = require("lib.all")
if all.open then all.list[2] = "c" end
return { show = function() return "c" .. #all.list end }
`, `-- lib/all.lua --
return { list = {}, open = true }
`, `-- lib/all.lua --
return { list = {}, open = false }
`}, "a c a c", "a000c0;a000c0"},
		{"a module that keeps a coroutine", []string{`-- lib/m.lua --
return { n = 1 }
-- a.lua --
local m = require("lib.m")
return { show = function() return m.n end }
`, `-- lib/m.lua --
return { n = 2, co = coroutine.create(function() end) }
`, `-- lib/m.lua --
return { n = 3 }
`}, "a a", "3;3"},
		{"the older form", []string{`-- lib/m.lua --
return function() return 1 end
-- a.lua --
local m = require("lib.m")
helper = function() return m() end
a = { show = function() return helper() .. tostring(math ~= nil) end }
`, `-- lib/m.lua --
return function() return 2 end
`}, "", "2true;2true"},
		{"many things", []string{`-- lib/m.lua --
return { f = function() return 1 end }
-- a.lua --
local m = require("lib.m")
local t = { a = {}, b = {}, c = {}, d = {}, e = {}, f = {}, g = {}, h = {}, i = { { { { m = function() return m.f() end } } } } }
t.self, t.a.up = t, t
return { show = function() return t.i[1][1][1].m() .. tostring(t.a.up.self == t) end, k = t }
`, `-- lib/m.lua --
return { f = function() return 2 end }
`}, "", "2true;2true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			again, run := newCopies(t), newCopies(t)
			again.round(c.rounds[0], true)
			run.round(c.rounds[0], true)
			var ran []string
			for _, round := range c.rounds[1:] {
				ran = append(ran, again.save(round, true)...)
				run.save(round, false)
				if got, want := again.ask(), run.ask(); got != want {
					t.Errorf("after %s\nrelinked: %s\nrun:      %s", round, got, want)
				}
			}
			again.save("", true)
			run.save("", false)
			got, want := again.ask(), run.ask()
			if got != c.want {
				t.Errorf("got %s; want %s", got, c.want)
			}
			if got != want || strings.Join(ran, " ") != c.ran {
				t.Errorf("relinked: %s\nrun:      %s\nran %s; want %s", got, want, strings.Join(ran, " "), c.ran)
			}
		})
	}
}

// save loads modules anew and then all behaviors, of which those that need not are not run.
// It returns those that ran.
func (c *copies) save(archive string, relink bool) (ran []string) {
	uses := maps.Clone(c.files)
	var fresh []*luabind.Chunk
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := strings.ReplaceAll(strings.TrimSuffix(f.Name, ".lua"), "/", ".")
		chunk, problems := luabind.Compile(f.Name, name, f.Data)
		if problems.Err() == nil {
			chunk = chunk.Link(uses, c.files[name])
			problems = c.runtime.LoadModule(chunk)
		}
		if problems.Err() != nil {
			c.t.Fatal(problems)
		}
		uses[name], c.files[name] = chunk, chunk
		fresh = append(fresh, chunk)
	}
	for _, name := range c.names {
		last := c.files[name]
		var next *luabind.Chunk
		if relink {
			next = c.runtime.Relink(last, uses)
		}
		if next == nil {
			ran = append(ran, name)
			next = last.Link(uses, last)
			if problems := c.runtime.Load(next); problems.Err() != nil {
				continue // the last one stays in force
			}
		} else if next.Behavior == last.Behavior || !next.Behavior.SameSpec(last.Behavior) || next.Doc != last.Doc {
			c.t.Errorf("%s: relinked it is another behavior", name)
		}
		c.files[name] = next
		fresh = append(fresh, next)
	}
	c.runtime.Replicate(fresh)
	c.runtime.Install(fresh)
	c.bind()
	return ran
}

var relinkSeeds = flag.Uint64("relink.seeds", 100, "how many sets of files TestRelinkRandom makes")

// TestRelinkRandom: the same with random files.
//
//	go test ./luabind -run RelinkRandom -relink.seeds 5000
func TestRelinkRandom(t *testing.T) {
	relinked, all := 0, 0
	for seed := range *relinkSeeds {
		r := rand.New(rand.NewPCG(seed, 0))
		again, run := newCopies(t), newCopies(t)
		var files, saves strings.Builder
		for _, name := range []string{"lib/m", "lib/n"} {
			fmt.Fprintf(&files, "-- %s.lua --\n%s", name, borrowedModule(r))
		}
		for i := range 4 {
			fmt.Fprintf(&files, "-- b%d.lua --\n%s", i, borrower(r))
		}
		again.round(files.String(), true)
		run.round(files.String(), true)
		for range 3 {
			text := fmt.Sprintf("-- lib/%s.lua --\n%s", choose(r, "m", "n"), borrowedModule(r))
			saves.WriteString(text)
			ran := again.save(text, true)
			run.save(text, false)
			relinked, all = relinked+len(again.names)-len(ran), all+len(again.names)
			if got, want := again.ask(), run.ask(); got != want {
				t.Fatalf("seed %d\n%sthen\n%s\nrelinked: %s\nrun:      %s", seed, files.String(), saves.String(), got, want)
			}
		}
	}
	if relinked < all/4 || relinked > all*3/4 {
		t.Errorf("%d of %d behaviors were relinked; the test tests too little", relinked, all)
	}
}

func choose(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// borrowedModule writes a module.
func borrowedModule(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("local m, n = {}, 0\n")
	for range 1 + r.IntN(4) {
		fmt.Fprintf(&b, "m.%s = %s\n", choose(r, "f", "g", "t", "x"), choose(r,
			fmt.Sprintf("function(v) n = n + %d return n .. tostring(v) end", r.IntN(3)), "m.f", "m.t", "{ k = m.f, x = { 1 } }", "7", "math.abs", "function(v) m.x = n return m.x end"))
	}
	b.WriteString(choose(r, "", "", "", "setmetatable(m, { __index = function(t, k) return k end })\n"))
	b.WriteString(choose(r, "return m\n", "return m\n", "return m\n", "return m\n", "return m.f or true\n", "return 5\n"))
	return b.String()
}

// borrower writes a behavior that uses modules.
func borrower(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("local m = require(\"lib.m\")\nlocal n, own = require(\"lib.n\"), { 0 }\n")
	for i := range r.IntN(4) {
		fmt.Fprintf(&b, "local v%d = %s\n", i, choose(r, "m.f", "m.f", "n.g", "m.t", "require(\"lib.n\").x", "n", "own", "{ own }", "math.max(1, 2)", "math.abs", "m.t.k"))
	}
	b.WriteString(choose(r, "", "", "", "own[1] = m\n", "if m then own[1] = 2 end\n", "local got = type(n)\n", "own.f = function() return m end\n"))
	b.WriteString("local function text(v)\n  if type(v) == \"function\" then local ok, x = pcall(v, 1) return tostring(ok and x) end\n  if type(v) == \"table\" then return \"t\" .. text(v.f) .. text(v.k) .. tostring(v[1] == own) end\n  return tostring(v)\nend\n")
	b.WriteString("return { show = function()\n  own[2] = (own[2] or 0) + 1\n  return own[2] .. text(m) .. text(n)")
	for i := range 4 {
		fmt.Fprintf(&b, " .. text(v%d)", i)
	}
	b.WriteString("\nend }\n")
	return b.String()
}
