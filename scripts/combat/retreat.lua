-- Takes a step or two back after the blow, facing the enemy. This gives the
-- enemy a chance, and makes room for friends.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Steps back from the enemy.",
  args = { "distance" },
  params = { distance = 1.5, pace = 0.6, seconds = 0.5 },

  behavior = function(agent, params)
    local distance = foe.distance(agent)
    if not distance or distance >= agent.reach + params.distance or bt.since("retreat") >= params.seconds then
      return "success"
    end
    local x, y = field.away(agent.id, agent.target, params.distance)
    legs.back(agent, x, y, params.pace)
  end,
}
