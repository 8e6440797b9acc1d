-- Runs straight away from whoever is nearest, as fast as it can. Who flees has
-- the enemy behind its back and does not see it; so it asks who is near, and not
-- only its eyes.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Runs from the enemy.",
  args = { "distance" },

  params = {
    distance = 6, -- how far ahead it thinks
    fear = 5,     -- enemies within that distance are felt
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
