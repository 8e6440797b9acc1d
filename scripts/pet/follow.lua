-- Follows its owner. With two distances it neither stays too close nor starts
-- and stops all the time: it starts at `far` and stops at `near`.
local legs = require "lib.legs"

return {
  doc = "Follows its owner.",
  params = { near = 1.8, far = 3.5 },

  precondition = function(agent, params)
    if agent.owner == nil then return false end
    local distance = field.distance_to(agent.id, agent.owner)
    return distance ~= nil and distance > (bt.active("follow") and params.near or params.far)
  end,

  behavior = function(agent, params)
    local x, y = field.position(agent.owner)
    if not x then return "failure" end
    -- The speed grows with the distance: half speed up to near, full speed from
    -- twice far on.
    local distance = geom.distance(agent.x, agent.y, x, y)
    local haste = geom.clamp((distance - params.near) / (2 * params.far - params.near), 0, 1)
    legs.go(agent, x, y, geom.lerp(0.5, 1, haste))
  end,
}
