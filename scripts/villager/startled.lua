-- Turns to a noise, so that it sees an enemy in time. It ignores some noises,
-- since it could not work near a fight otherwise.
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
