-- Strolls from one place near home to another. The place is drawn in on_enter and
-- kept in memory: an agent would never reach a place that is drawn anew in each
-- tick.
local legs = require "lib.legs"

return {
  doc = "Strolls about at home.",
  args = { "radius" },
  params = { radius = 6, pace = 0.4, seconds = 8 },

  on_enter = function(agent, params, memory)
    memory.x, memory.y = field.around(agent.home_x or 0, agent.home_y or 0,
      math.random(0, 359), params.radius * (0.3 + 0.7 * math.random()))
  end,

  behavior = function(agent, params, memory)
    if field.near(agent.id, memory.x, memory.y, 1) then return "success" end
    if bt.since("wander") > params.seconds then return "failure" end
    legs.go(agent, memory.x, memory.y, params.pace)
  end,
}
