-- Keeps the alarm at the enemy's present place, so that the other guards come to
-- the right place. Non-exclusive: a guard reports and fights at the same time.
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
