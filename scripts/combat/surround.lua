-- Goes to a place of its own next to the enemy, so that a pack attacks from all
-- sides. In a sequence it comes before approach.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Takes its place around the enemy.",
  args = { "distance" },
  params = { distance = 3, seconds = 1.2 },

  behavior = function(agent, params)
    if not foe.distance(agent) then return "success" end
    local x, y = field.flank(agent.id, agent.target, params.distance)
    if field.near(agent.id, x, y, 1) or bt.since("surround") > params.seconds then
      return "success"
    end
    legs.go(agent, x, y)
  end,
}
