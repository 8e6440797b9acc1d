package compare

import (
	"iter"
	"testing/fstest"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
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

// GuardInGo is Guard with behaviors written in Go.
var GuardInGo = &Scenario{Name: "guard", Agents: 1000, start: guardFields, files: fstest.MapFS{"guard.bt": Guard.files["guard.bt"]},
	natives: map[string]*behaviors.Native{
		"root": act(func(a *engine.Agent) { add(a, keyTicks, 1) }),
		"flee": {
			Precondition: func(c *engine.Context) bool { return get(c.Agent(), keyHP) < 30 },
			Behavior:     act(func(a *engine.Agent) { add(a, keyX, -get(a, keyVX)) }).Behavior,
		},
		"combat": {Precondition: func(c *engine.Context) bool { return !c.Agent().Get(keyTarget).IsNil() }},
		"melee": {
			Precondition: func(c *engine.Context) bool {
				a := c.Agent()
				d := get(a, keyTarget) - get(a, keyX)
				return d*d < 4
			},
			Behavior: act(func(a *engine.Agent) { add(a, keySwings, 1) }).Behavior,
		},
		"chase": act(func(a *engine.Agent) {
			v := get(a, keyVX)
			if get(a, keyTarget) <= get(a, keyX) {
				v = -v
			}
			add(a, keyX, v)
		}),
		"patrol": act(func(a *engine.Agent) {
			v := get(a, keyVX)
			x := get(a, keyX) + v
			set(a, keyX, x)
			if x < 0 || x > 100 {
				set(a, keyVX, -v)
			}
		}),
	},
}

var (
	keyHP, keyX, keyVX  = engine.KeyOf("hp"), engine.KeyOf("x"), engine.KeyOf("vx")
	keySwings, keyTicks = engine.KeyOf("swings"), engine.KeyOf("ticks")
	keyTarget           = engine.KeyOf("target")
)

// act returns a behavior without an end.
func act(f func(a *engine.Agent)) *behaviors.Native {
	return &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		f(c.Agent())
		return engine.Running, nil
	}}
}

func get(a *engine.Agent, k engine.Key) float64    { return a.Get(k).Float() }
func set(a *engine.Agent, k engine.Key, n float64) { a.Set(k, value.Number(n)) }
func add(a *engine.Agent, k engine.Key, n float64) { set(a, k, get(a, k)+n) }

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
