-- Follows its owner. Two distances, so that it neither sticks to the heels nor
-- starts and stops all the time: it sets out at `far` and stops at `near`.
local legs = require "lib.legs"

return {
  doc = "Follows its owner.",
  params = { near = 1.8, far = 3.5 },

  precondition = function(agent, params)
    if agent.owner == nil then return false end
    local distance = field.distance_to(agent.id, agent.owner)
    return distance ~= nil and distance > (bt.active("follow") and params.near or params.far)
  end,

  behavior = function(agent)
    local x, y = field.position(agent.owner)
    if not x then return "failure" end
    -- Trot when near, run when left behind.
    local pace = field.near(agent.id, x, y, 5) and 0.6 or 1
    legs.go(agent, x, y, pace)
  end,
}
