package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// project is a set of files that a stress test edits, and the trees that its agents run.
type project struct {
	files map[string]texts
	names []string // names of the files, sorted
	// edited are the files that are saved. If it is nil, all files are saved, and also moved, removed and linked.
	edited []string
	trees  []string
	// shows returns the file whose edit number an agent of the given tree stores in its field v. The agent always
	// does so, except for a project whose edited is nil: there it does so after a tick with the first versions.
	shows func(tree string) string
}

// texts lists the texts that a file may have. In each text but the broken ones, "@" stands for the number of the
// edit and "$" for a number below 5.
type texts struct {
	good   []string // restore writes the first one
	broken []brokenText
	// stateful are good texts whose meaning depends on what ran before. Two games agree about such a text only if
	// they saw the same saves.
	stateful []string
}

// brokenText is a text with an error in the given line. All broken texts of a project are different.
type brokenText struct {
	line int
	text string
}

func newProject(files map[string]texts, shows func(tree string) string, edited ...string) *project {
	p := &project{files: files, names: slices.Sorted(maps.Keys(files)), edited: edited, shows: shows}
	for _, name := range p.names {
		if tree, ok := strings.CutSuffix(name, ".bt"); ok {
			p.trees = append(p.trees, tree)
		}
	}
	return p
}

// brokenLine returns the line of the error in a text of the project, or 0 if the text is good.
func (p *project) brokenLine(text string) int {
	for _, f := range p.files {
		for _, b := range f.broken {
			if b.text == text {
				return b.line
			}
		}
	}
	return 0
}

// village returns a project that uses all that trees and scripts can do: hooks, coroutines, stimuli, boards,
// requests, errors, parameters, folders, and libraries with and without state.
func village() *project {
	p := newProject(villageFiles, func(string) string { return "root.lua" })
	p.edited = nil
	p.trees = []string{"guard"}
	return p
}

// libraries returns a project of eleven behaviors that keep functions and tables of two libraries. One of these
// calls all functions of Lua's own libraries.
func libraries() *project {
	files := map[string]texts{
		"lib/all.lua":   {good: []string{everything}},
		"lib/count.lua": {good: []string{"local function put(t, k, v) t[k] = v end\nreturn { start = {}, put = put, up = function(agent) local by = agent.by or { n = 0 } agent.by = by put(by, \"n\", by.n + 1) put(by, by.n % 50 + 1, {}) return by.n end }\n"}},
	}
	const (
		keeps = `local all, count = require("lib.all"), require("lib.count")
local kept, first = { all(@) }, count.start
return {
  precondition = function(agent) return all(agent.id) ~= nil and first == count.start end,
  behavior = function(agent)
    agent.seen = agent.seen or setmetatable({}, { __mode = "k" })
    count.put(agent.seen, #agent.seen % 9 + 1, agent.id)
    agent.v, agent.n, agent.same = @, count.up(agent), kept[1] == all(@)
    bt.board("b").entry = agent.n
  end,
}
`
		borrows = `local all, count, start = require("lib.all"), require("lib.count"), require("lib.count").start
return {
  precondition = function(agent) return all(agent.id) ~= nil and start == count.start end,
  behavior = function(agent)
    agent.seen = agent.seen or {}
    count.put(agent.seen, #agent.seen % 9 + 1, agent.id)
    agent.v, agent.n, agent.same = @, count.up(agent), start == count.start
  end,
}
`
	)
	edited := []string{"lib/all.lua", "lib/count.lua"}
	for i := range 11 {
		text := keeps
		if i >= 8 {
			text = borrows
		}
		name := fmt.Sprintf("s%d.lua", i)
		files[name] = texts{good: []string{text}}
		files[fmt.Sprintf("t%d.bt", i)] = texts{good: []string{fmt.Sprintf("tree t%d\n  s%d\n", i, i)}}
		edited = append(edited, name)
	}
	return newProject(files, func(tree string) string { return "s" + tree[1:] + ".lua" }, edited...)
}

// wide returns a project of 300 scripts, each with a tree, that all require one library.
func wide() *project {
	files := map[string]texts{"lib/v.lua": {good: []string{"return @\n"}}}
	for i := range 300 {
		files[fmt.Sprintf("s%d.lua", i)] = texts{good: []string{"local v = require(\"lib.v\")\nreturn { behavior = function(agent) agent.v = v end }\n"}}
		files[fmt.Sprintf("t%d.bt", i)] = texts{good: []string{fmt.Sprintf("tree t%d speed=1\n  s%d\n    s%d\n", i, i, i)}}
	}
	return newProject(files, func(string) string { return "lib/v.lua" }, "lib/v.lua")
}

// faulty is a script that raises a different error after each edit.
const faulty = "return { behavior = function(agent) error(\"by intent in edit @\") end }\n"

var villageFiles = map[string]texts{
	"guard.bt": {
		good: []string{
			"condition weak = hp < 30\n\ntree guard speed=2\n  root\n    startled  +\n    post      +\n    board     +\n    flee      when weak\n    combat.fight  when target\n      combat.hit\n      combat.chase\n    switch mood\n      order  \"weak\"  case=\"weak\"\n      order  \"strong\"\n    tree patrol speed=speed\n",
			"condition weak = hp < 60\n\ntree guard\n  root\n    combat.fight  when target and not weak\n      combat.chase\n      combat.hit  id=hit\n    flee       when weak\n    tree patrol\n      override pause 0.2\n",
			"condition weak = hp < 10\n\ntree guard\n  priority\n    flee  when weak\n    parallel\n      combat.hit\n      tree patrol speed=1\n",
		},
		stateful: []string{
			"condition weak = hp < $\n\ntree guard speed=3\n  selector\n    tree patrol speed=$\n    combat.hit when weak\n    flee\n",
			"tree guard speed=1\n  sequence\n    combat.hit\n    walk speed=$\n    flee when hp > $\n",
		},
		broken: []brokenText{
			{1, "condition weak = hp <\n\ntree guard\n  root\n    flee\n"},
			{4, "condition weak = hp < 30\n\ntree guard\n\troot\n"},
			{5, "condition weak = hp < 30\n\ntree guard\n  root\n    nobody\n"},
			{5, "condition weak = hp < 30\n\ntree guard\n  root\n    tree guard\n"},
			{5, "condition weak = hp < 30\n\ntree guard\n  root\n    tree patrol sped=2\n"},
		},
	},
	"patrol.bt": {
		good: []string{
			"tree patrol speed=1\n  sequence\n    walk speed=speed\n    wait 0.1 id=pause\n",
			"tree patrol speed=3\n  sequence\n    wait 0.3 id=pause\n    random\n      walk speed=speed\n      rest\n    walk\n",
		},
		stateful: []string{
			"condition tired = hp < $\n\ntree patrol speed=1\n  sequence\n    walk speed=speed\n    wait 0.1\n    combat.hit when not tired\n",
			"condition tired = n == $\n\ntree patrol speed=$\n  parallel\n    flee\n    walk speed=speed\n",
		},
		broken: []brokenText{
			{1, "tree patrol speed=\n  walk\n"},
			{1, "tree patrol speed=1\n"},
			{2, "tree patrol speed=1\n  walk speed=slow\n"},
		},
	},
	"root.lua": {
		good:   []string{"return { behavior = function(agent) agent.v, agent.n = @, (agent.n or 0) + 1 end }\n", "return {}\n", "return { on_reload = function(agent) agent.seen = true end }\n"},
		broken: []brokenText{{1, "return {"}, {1, "return { behavour = 3 }\n"}},
	},
	"walk.lua": {
		good: []string{
			"local step = require(\"lib.step\")\nreturn { params = { speed = 1 }, on_enter = function(agent, params, memory) memory.n = 0 end,\n  behavior = function(agent, params, memory) memory.n = memory.n + 1; agent.x = step(agent.x or 0, params.speed); return memory.n > 4 and \"success\" or \"running\" end }\n",
			"return { params = { speed = 1 }, run = function(agent, params) bt.wait(0.2); agent.x = params.speed end }\n",
			"return { params = { speed = 1 }, restart_on_reload = true, behavior = function(agent) return \"success\" end }\n",
		},
		stateful: []string{
			"local fn = require('lib.base').fn\nreturn { params = { speed = $ }, behavior = function(agent, params) agent.n = fn(params.speed) return 'success' end }\n",
			"local names = require('lib.names')\nreturn { params = { speed = 1 }, tag = $, on_reload = function(agent, params, memory, old) agent.says = 'was ' .. tostring(old and old.tag) end, behavior = function(agent) return 'running' end }\n",
			"print('walk $')\nreturn { params = { speed = 1 }, behavior = function(agent) error('by intent $') end }\n",
		},
		broken: []brokenText{
			{2, "return {\n  behavior = function(agent) agent.x = ; end }\n"},
			{1, "return { behavior = function(agent) end\n"},
			{1, "local step = require(\"lib.stepp\")\nreturn {}\n"},
		},
	},
	"flee.lua": {
		good: []string{
			"return { behavior = function(agent) agent.x = (agent.x or 0) - 1 end, on_exit = function(agent) agent.fled = bt.tick() end }\n",
			"return { non_exclusive = true, behavior = function(agent) end }\n",
			faulty,
		},
		stateful: []string{
			"local names = require('lib.names')\nnames.add('flee$')\nreturn { restart_on_reload = true, behavior = function(agent) agent.says = agent.says or 'flee$' return 'running' end }\n",
			"local base = require('lib.base')\nreturn { precondition = function(agent) return (agent.hp or 0) > base.k end, behavior = function(agent) agent.hp = $ return 'success' end }\n",
		},
		broken: []brokenText{{1, ""}, {1, "return 7\n"}, {1, "\xff\xfe"}},
	},
	"combat/fight.lua": {
		good:   []string{"return { children = \"sequential\" }\n", "return { children = \"sticky\" }\n"},
		broken: []brokenText{{1, "return { children = \"sequental\" }\n"}, {1, "retrun {}\n"}},
	},
	"combat/hit.lua": {
		good: []string{
			"return { behavior = function(agent) agent.hp = (agent.hp or 50) - 1; return \"success\" end }\n",
			"return { precondition = function(agent) return agent.id % 2 == 0 end, behavior = function(agent) return true end }\n",
		},
		stateful: []string{
			"local names = require('lib.names')\nreturn { params = { k = names.k }, behavior = function(agent, params) agent.n = params.k return 'success' end }\n",
			"local names = require('lib.names')\nnames.add('hit$')\nreturn { params = { names = names.text() }, behavior = function(agent, params) agent.says = params.names return 'success' end }\n",
			"return { run = function(agent) for i = 1, $ do agent.n = i bt.wait(0.1) end return 'success' end }\n",
		},
		broken: []brokenText{{1, "return { precondition = function(agent) return end end }\n"}, {3, "local a = 1\n\nhit2 = 3\nreturn {}\n"}},
	},
	"combat/chase.lua": {
		good:   []string{"return { behavior = function(agent) if bt.tick() % 7 == 0 then return false end end }\n", "return {}\n"},
		broken: []brokenText{{1, "return { on_exitt = function() end }\n"}},
	},
	"lib/step.lua": {
		good:   []string{"return function(x, speed) return x + speed end\n", "return function(x, speed) return x - speed end\n"},
		broken: []brokenText{{2, "return function(x, speed)\n  return x + end\n"}},
	},
	"lib/names.lua": {
		good: []string{"local m = { list = { 'first$' }, k = $ }\nfunction m.add(name) return m.list[1] .. name end\nfunction m.text() return table.concat(m.list, ' ') end\nreturn m\n"},
		stateful: []string{
			"local function counter() local n = 0 return function() n = n + 1 return n end end\nlocal up = counter()\nreturn { k = $, add = up, text = function() return 'up' .. up() end }\n",
			"local next = coroutine.wrap(function() local n = $ while true do n = n + 1 coroutine.yield(n) end end)\nreturn { k = 1, add = function() return next() end, text = function() return 'next' .. next() end }\n",
		},
	},
	"lib/base.lua": {
		good: []string{
			"return { k = $, fn = function(x) return (x or 0) + $ end }\n",
			"print('base $')\nreturn { k = $, fn = math.abs }\n",
		},
		broken: []brokenText{{1, "error('no')\n"}},
		stateful: []string{
			"local names = require('lib.names')\nnames.add('base$')\nreturn { k = names.k, fn = function(x) return x or $ end }\n",
		},
	},
	"startled.lua": {
		good: []string{"return { stimulus = \"noise\", behavior = function(agent) agent.heard = bt.stimulus().data; return true end }\n"},
	},
	"post.lua": {
		good: []string{"return { behavior = function(agent) if agent.other then bt.post(agent.other, \"noise\", { from = agent.id }) end end }\n"},
	},
	"board.lua": {
		good: []string{`local step = require("lib.step")
return { behavior = function(agent)
  bt.board("count")["k" .. agent.id % 10] = step(bt.tick(), 1)
  bt.board("of" .. agent.id)["seen"] = nil
  bt.claim("beds", "bed" .. bt.tick() % 7)
  if bt.tick() % 5 == agent.id % 5 then bt.unclaim("beds", "bed" .. agent.id % 7) end
  bt.request(agent, "say", { text = "tick " .. bt.tick() }, { channel = "mouth" })
end }
`},
	},
	"order.lua": {
		good: []string{"return { args = { \"kind\" }, behavior = function(agent, params) return (agent.n or 0) % 3 ~= 0 end }\n"},
	},
	"rest.lua": {
		good: []string{"return { run = function(agent, params, memory) memory.long = { agent.id }; bt.wait(0.2 + agent.id % 3); bt.yield() end,\n  on_exit = function(agent, params, memory, reason) agent.why = reason end }\n"},
	},
}

// everything uses Lua's own libraries and the functions bound in Go, through local variables that it sets when it
// is loaded.
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
