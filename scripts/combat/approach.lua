-- Goes to the enemy. It fails if that takes too long, so that it does not chase
-- a faster enemy forever.
local foe = require "lib.foe"
local legs = require "lib.legs"

return {
  doc = "Goes up to the enemy.",
  args = { "reach" },

  params = {
    reach = 0,   -- the distance at which it stops; 0 means the creature's own reach
    pace = 1,
    seconds = 3, -- after that it gives up
  },

  behavior = function(agent, params)
    local reach = params.reach > 0 and params.reach or agent.reach
    local distance = foe.distance(agent)
    if not distance or bt.since("approach") > params.seconds then return "failure" end
    if distance <= reach then return "success" end
    local x, y = foe.position(agent)
    legs.go(agent, x, y, params.pace)
  end,
}
