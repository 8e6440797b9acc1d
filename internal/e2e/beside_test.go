package e2e

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
)

// everything uses what there is of Lua's libraries, and what Go has bound, by names that it
// takes when it is loaded.
const everything = `
local insert, concat, remove, sort, maxn = table.insert, table.concat, table.remove, table.sort, table.maxn
local format, gsub, find, gmatch, sub, rep = string.format, string.gsub, string.find, string.gmatch, string.sub, string.rep
local floor, max, sin, huge = math.floor, math.max, math.sin, math.huge
local create, resume, status, wrap, yield = coroutine.create, coroutine.resume, coroutine.status, coroutine.wrap, coroutine.yield
local pairs, ipairs, next, select, unpack, rawget, rawset = pairs, ipairs, next, select, unpack, rawget, rawset
local pcall, xpcall, error, assert, tostring, tonumber, type = pcall, xpcall, error, assert, tostring, tonumber, type
local setmetatable, getmetatable, rawequal, double = setmetatable, getmetatable, rawequal, go.double

local function all(n)
  local list = { 3, 1, 2, 5 }
  insert(list, n) sort(list, function(a, b) return a < b end) remove(list)
  local text = concat(list, "+") .. #list .. maxn(list) .. ("x"):rep(3) .. rep("y", 2) .. sub("abc", 2)
  for word in gmatch("a b", "%a") do text = text .. word:upper() end
  for k, v in pairs({ a = 1 }) do text = text .. k .. v end
  for i, v in ipairs({ 7, 8 }) do text = text .. i .. v end
  text = text .. select("#", unpack({ 1, 2 })) .. tostring(next({})) .. format("%d", floor(max(2.5, sin(0))))
  text = text .. gsub("aa", "a", "b") .. find("xay", "a") .. tostring(pcall(error, "e")) .. type(huge)
  text = text .. tostring(select(2, xpcall(function() error("no", 0) end, function(e) return e .. "!" end)))
  local t = setmetatable({}, { __index = function(_, k) return k .. "?" end, __concat = function() return "c" end, __len = function() return 9 end })
  text = text .. t.k .. (t .. t) .. #t .. type(getmetatable(t)) .. tostring(rawequal(t, t)) .. tostring(rawget(rawset({}, 1, 2), 1))
  local co = create(function(a) local b = yield(a + 1) return b end)
  text = text .. select(2, resume(co, 1)) .. status(co) .. select(2, resume(co, 5)) .. wrap(function() return "w" end)()
  return text .. assert(tonumber("4")) .. double(n)
end
return all
`

// TestLoadBesideTicks: files are loaded while workers run hooks that use the same libraries and
// the modules of before. It is for the race detector, which sees what a worker could get to know
// too early.
func TestLoadBesideTicks(t *testing.T) {
	user := func(version, i int) string {
		return fmt.Sprintf(`local all, count = require("lib.all"), require("lib.count")
local kept, first = { all(%[1]d) }, count.start
return {
  precondition = function(agent) return all(agent.id) ~= nil and first == count.start end,
  behavior = function(agent)
    agent.seen = agent.seen or setmetatable({}, { __mode = "k" })
    count.put(agent.seen, #agent.seen %% 9 + 1, agent.id)
    agent.version, agent.n, agent.same = %[1]d, count.up(agent), kept[1] == all(%[1]d)
    bt.board("b").entry = agent.n
  end,
}
`, version, i)
	}
	files := map[string]string{
		"lib/all.lua":   everything,
		"lib/count.lua": "local function put(t, k, v) t[k] = v end\nreturn { start = {}, put = put, up = function(agent) local by = agent.by or { n = 0 } agent.by = by put(by, \"n\", by.n + 1) put(by, by.n % 50 + 1, {}) return by.n end }\n",
	}
	for i := range 8 {
		files[fmt.Sprintf("s%d.lua", i)] = user(1, i)
		files[fmt.Sprintf("t%d.bt", i)] = fmt.Sprintf("tree t%d\n  s%d\n", i, i)
	}
	helper := func(g *bough.Game) error {
		return g.Bind("go", helper.Func("double(x): twice as much", func(x float64) float64 { return 2 * x }))
	}
	const borrower = `local all, count, start = require("lib.all"), require("lib.count"), require("lib.count").start
return {
  precondition = function(agent) return all(agent.id) ~= nil and start == count.start end,
  behavior = function(agent)
    agent.seen = agent.seen or {}
    count.put(agent.seen, #agent.seen % 9 + 1, agent.id)
    agent.version, agent.n, agent.same = 99, count.up(agent), start == count.start
  end,
}
`
	for i := range 3 {
		files[fmt.Sprintf("l%d.lua", i)] = borrower
		files[fmt.Sprintf("u%d.bt", i)] = fmt.Sprintf("tree u%d\n  l%d\n", i, i)
	}
	g := newBackgroundGame(t, bough.Options{Workers: 3}, files, helper)
	defer g.Close()
	for i := range 33 {
		tree := fmt.Sprintf("t%d", i%8)
		if i >= 24 {
			tree = fmt.Sprintf("u%d", i%3)
		}
		if _, err := g.Spawn(tree, nil); err != nil {
			t.Fatal(err)
		}
	}
	const rounds = 6
	for round := range rounds {
		switch round % 3 {
		case 0:
			g.save("lib/all.lua", fmt.Sprintf("%s-- %d\n", everything, round))
		case 1:
			g.save("s3.lua", user(10+round, 3))
		case 2:
			g.save("lib/count.lua", files["lib/count.lua"]+fmt.Sprintf("-- %d\n", round))
		}
		g.settle(round + 1)
		g.Tick(frame)
		g.Tick(frame)
	}
	for i := range 8 {
		g.save(fmt.Sprintf("s%d.lua", i), user(99, i))
		runtime.Gosched()
		g.Tick(frame)
	}
	for a := range g.World().Agents() {
		for range 200 {
			if a.Get(engine.KeyOf("version")).Float() == 99 {
				break
			}
			g.Tick(frame)
			runtime.Gosched()
		}
		if v := a.Get(engine.KeyOf("version")).Float(); v != 99 || !a.Get(engine.KeyOf("same")).Truthy() {
			t.Errorf("%s runs version %v", a.Label(), v)
		}
	}
	if len(g.told) > 0 {
		t.Errorf("told %s", strings.Join(g.told, "\n"))
	}
}
