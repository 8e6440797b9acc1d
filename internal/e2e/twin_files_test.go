package e2e

// twinFiles are the files of the project of twins, each with what it may be; in place of 7
// stands another number each time.
var twinFiles = map[string][]string{
	"lib/names.lua": {
		"local m = { list = { 'first7' }, k = 7 }\nfunction m.add(name) return m.list[1] .. name end\nfunction m.text() return table.concat(m.list, ' ') end\nreturn m\n",
		"local function counter() local n = 0 return function() n = n + 1 return n end end\nlocal up = counter()\nreturn { k = 7, add = up, text = function() return 'up' .. up() end }\n",
		"local next = coroutine.wrap(function() local n = 7 while true do n = n + 1 coroutine.yield(n) end end)\nreturn { k = 1, add = function() return next() end, text = function() return 'next' .. next() end }\n",
	},
	"lib/base.lua": {
		"return { k = 7, fn = function(x) return (x or 0) + 7 end }\n",
		"local names = require('lib.names')\nnames.add('base7')\nreturn { k = names.k, fn = function(x) return x or 7 end }\n",
		"print('base 7')\nreturn { k = 7, fn = math.abs }\n",
		"error('no 7')\n",
	},
	"a.lua": {
		"local names = require('lib.names')\nreturn { params = { k = names.k }, behavior = function(agent, params) agent.n = params.k return 'success' end }\n",
		"local names = require('lib.names')\nnames.add('a7')\nreturn { params = { names = names.text() }, behavior = function(agent, params) agent.says = params.names return 'success' end }\n",
		"return { run = function(agent) for i = 1, 7 do agent.n = i bt.wait(0.1) end return 'success' end }\n",
	},
	"b.lua": {
		"local fn = require('lib.base').fn\nreturn { params = { k = 7 }, behavior = function(agent, params) agent.n = fn(params.k) return 'success' end }\n",
		"local names = require('lib.names')\nreturn { params = { k = 1 }, tag = 7, on_reload = function(agent, params, memory, old) agent.says = 'was ' .. tostring(old and old.tag) end, behavior = function(agent) return 'running' end }\n",
		"print('b 7')\nreturn { params = { k = 1 }, behavior = function(agent) error('by intent 7') end }\n",
	},
	"c.lua": {
		"local names = require('lib.names')\nnames.add('c7')\nreturn { restart_on_reload = true, behavior = function(agent) agent.says = agent.says or 'c7' return 'running' end }\n",
		"local base = require('lib.base')\nreturn { precondition = function(agent) return (agent.hp or 0) > base.k end, behavior = function(agent) agent.hp = 7 return 'success' end }\n",
		"return { on_entre = 7 }\n",
	},
	"main.bt": {
		"tree main\n  selector\n    tree sub speed=7\n    a when weak\n    c\n",
		"tree main\n  sequence\n    a\n    b k=7\n    c when hp > 7\n",
		"tree main\n  sequence\n    nobody7\n    b\n",
	},
	"sub.bt": {
		"condition weak = hp < 7\n\ntree sub speed=1\n  sequence\n    b k=speed\n    wait 0.1\n    a\n",
		"condition weak = n == 7\n\ntree sub speed=7\n  parallel\n    c\n    b k=speed\n",
	},
}
