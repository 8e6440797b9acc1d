-- For creatures that fight from a distance. In the tree it comes before throw,
-- since getting away from a near enemy is more urgent than throwing.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Backs off from an enemy that comes too near.",
  args = { "distance" },
  params = { distance = 3.5, pace = 0.9 },

  precondition = function(agent, params)
    local distance = foe.distance(agent)
    return distance ~= nil and distance < params.distance
  end,

  behavior = function(agent, params)
    if not foe.distance(agent) then return "success" end
    local x, y = field.away(agent.id, agent.target, params.distance)
    legs.back(agent, x, y, params.pace)
  end,
}
