-- Forgets noises that it has not investigated. Otherwise agents would run to
-- places of noises that ended long ago.
local clock = require "lib.clock"

return {
  doc = "Forgets old noises.",
  non_exclusive = true,
  params = { memory = 8 },

  precondition = function(agent, params)
    return agent.noise_at ~= nil and not clock.within(agent.noise_at, params.memory)
  end,

  behavior = function(agent)
    agent.noise_x, agent.noise_y, agent.noise_at = nil, nil, nil
    return "success"
  end,
}
