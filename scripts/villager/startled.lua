-- Winces at a noise and looks where it came from; with the eyes there, an enemy
-- is seen in time. Not at every noise, or nothing gets done near a fight.
local clock = require "lib.clock"

return {
  doc = "Winces at a noise and looks there.",
  stimulus = "noise",
  params = { seconds = 0.7, pause = 4 },

  precondition = function(agent, params)
    return bt.active("startled") or not clock.within(agent.startled_at, params.pause)
  end,

  run = function(agent, params)
    local noise = bt.stimulus()
    agent.startled_at = bt.time()
    agent.facing = field.bearing(agent.id, noise.x, noise.y)
    bt.wait(params.seconds)
  end,
}
