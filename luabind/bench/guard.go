package bench

import (
	"iter"
	"testing/fstest"
)

// Guard is a scenario with many agents and small hooks. Half of the hooks only decide.
//
//	root            counts ticks
//	  flee          hp < 30: runs away
//	  combat        has a target
//	    melee       within reach: swings
//	    chase       moves toward it
//	  patrol        walks to and fro
var Guard = &Scenario{Name: "guard", Agents: 1000, start: guardFields, files: fstest.MapFS{
	"root.lua": file(`return { behavior = function(agent) agent.ticks = agent.ticks + 1 end }`),
	"flee.lua": file(`return {
  precondition = function(agent) return agent.hp < 30 end,
  behavior = function(agent) agent.x = agent.x - agent.vx end,
}`),
	"combat.lua": file(`return { precondition = function(agent) return agent.target ~= nil end }`),
	"melee.lua": file(`return {
  precondition = function(agent) return (agent.target - agent.x)^2 < 4 end,
  behavior = function(agent) agent.swings = agent.swings + 1 end,
}`),
	"chase.lua": file(`return { behavior = function(agent)
  if agent.target > agent.x then agent.x = agent.x + agent.vx else agent.x = agent.x - agent.vx end
end }`),
	"patrol.lua": file(`return { behavior = function(agent)
  agent.x = agent.x + agent.vx
  if agent.x < 0 or agent.x > 100 then agent.vx = -agent.vx end
end }`),
	"guard.bt": file(`tree guard "The scenario by which the engine is measured."
  root
    flee
    combat
      melee
      chase
    patrol
`),
}}

// GuardConditions is Guard with conditions in the tree instead of preconditions.
var GuardConditions = &Scenario{Name: "guard", Agents: 1000, start: guardFields, files: fstest.MapFS{
	"root.lua":   Guard.files["root.lua"],
	"flee.lua":   file(`return { behavior = function(agent) agent.x = agent.x - agent.vx end }`),
	"combat.lua": file(`return {}`),
	"melee.lua":  file(`return { behavior = function(agent) agent.swings = agent.swings + 1 end }`),
	"chase.lua":  Guard.files["chase.lua"],
	"patrol.lua": Guard.files["patrol.lua"],
	"guard.bt": file(`tree guard
  root
    flee       when hp < 30
    combat     when target ~= nil
      melee    when (target - x)^2 < 4
      chase
    patrol
`),
}}

// guardFields returns the initial fields of guard i. One guard in ten is hurt. Four in ten have a target, and two
// of these targets are far away.
func guardFields(i int) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		x, hp := float64(i%50), 100.0
		if i%10 == 0 {
			hp = 10
		}
		if !(yield("hp", hp) && yield("x", x) && yield("vx", 1) && yield("swings", 0) && yield("ticks", 0)) {
			return
		}
		if k := i % 10; k >= 1 && k <= 4 {
			target := x
			if i%2 == 1 {
				target += 1e6
			}
			yield("target", target)
		}
	}
}
