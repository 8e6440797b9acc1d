package e2e

import (
	"maps"
	"slices"
)

// chaosFile is a file of the project that the chaos test edits: its good versions, of
// which the first is the one in the end, and its broken ones.
type chaosFile struct {
	good   []string
	broken []brokenText
}

// brokenText is a text with an error in the given line. No two of the project are equal.
type brokenText struct {
	line int
	text string
}

var chaosFiles = map[string]chaosFile{
	"guard.bt": {
		good: []string{
			"condition weak = hp < 30\n\ntree guard\n  root\n    flee       when weak\n    combat.fight  when target\n      combat.hit\n      combat.chase\n    tree patrol speed=2\n",
			"condition weak = hp < 60\n\ntree guard\n  root\n    combat.fight  when target and not weak\n      combat.chase\n      combat.hit  id=hit\n    flee       when weak\n    tree patrol\n      override pause 0.2\n",
			"condition weak = hp < 10\n\ntree guard\n  priority\n    flee  when weak\n    parallel\n      combat.hit\n      tree patrol speed=1\n",
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
			"tree patrol speed=3\n  sequence\n    wait 0.3 id=pause\n    walk speed=speed\n    walk\n",
		},
		broken: []brokenText{
			{1, "tree patrol speed=\n  walk\n"},
			{1, "tree patrol speed=1\n"},
			{2, "tree patrol speed=1\n  walk speed=slow\n"},
		},
	},
	"root.lua": {
		good:   []string{"return {}\n", "return { on_reload = function(agent) agent.seen = true end }\n"},
		broken: []brokenText{{1, "return {"}, {1, "return { behavour = 3 }\n"}},
	},
	"walk.lua": {
		good: []string{
			"local step = require(\"lib.step\")\nreturn { params = { speed = 1 }, on_enter = function(agent, params, memory) memory.n = 0 end,\n  behavior = function(agent, params, memory) memory.n = memory.n + 1; agent.x = step(agent.x or 0, params.speed); return memory.n > 4 and \"success\" or \"running\" end }\n",
			"return { params = { speed = 1 }, run = function(agent, params) bt.wait(0.2); agent.x = params.speed end }\n",
			"return { params = { speed = 1 }, restart_on_reload = true, behavior = function(agent) return \"success\" end }\n",
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
			"return { behavior = function(agent) error(\"by intent\") end }\n",
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
}

// chaosNames are the files of the project, in order.
var chaosNames = slices.Sorted(maps.Keys(chaosFiles))

// brokenLine returns the line of the error in a text of the project, 0 if it is good.
func brokenLine(text string) int {
	for _, name := range chaosNames {
		for _, b := range chaosFiles[name].broken {
			if b.text == text {
				return b.line
			}
		}
	}
	return 0
}
