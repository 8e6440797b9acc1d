-- Runs away from the nearest enemy, as fast as it can. While it flees, the enemy
-- is behind it and out of sight; therefore it asks the game for near enemies and
-- does not only use its eyes.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Runs from the enemy.",
  args = { "distance" },

  params = {
    distance = 6, -- the distance of the place to which it runs
    fear = 5,     -- it notices enemies within that distance
  },

  precondition = function(agent)
    return agent.target ~= nil
  end,

  behavior = function(agent, params)
    local enemy = field.threat(agent.id, params.fear)
    if not enemy and foe.distance(agent) then enemy = agent.target end
    if not enemy then return "success" end
    local x, y = field.away(agent.id, enemy, params.distance)
    legs.go(agent, x, y)
  end,
}
