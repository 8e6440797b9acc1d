local legs = require "lib.legs"

return {
  doc = "Runs to the wood that is farthest from the guards.",
  on_enter = function(agent, params, memory)
    memory.x, memory.y = land.hideout(agent.id)
  end,
  behavior = function(agent, params, memory)
    legs.go(agent, memory.x, memory.y)
  end,
}
