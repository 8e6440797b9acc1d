-- Keeps the alarm at where the enemy is now, so that the other guards come to
-- the right place. Non-exclusive: he reports and fights.
local alarm = require "lib.alarm"

return {
  doc = "Keeps the village's alarm up to date.",
  non_exclusive = true,
  params = { every = 1 },

  run = function(agent, params)
    alarm.raise(agent, agent.seen_x, agent.seen_y)
    bt.wait(params.every)
  end,
}
