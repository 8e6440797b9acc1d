-- Walks to the next point of a route, and succeeds there. A field rather than the
-- memory holds the index of the point, so that a guard who was called away
-- continues at the same point.
local legs = require "lib.legs"

return {
  doc = "Walks to the next point of a route.",
  args = { "route" },

  params = {
    route = "",  -- "" means the agent's own route
    pace = 0.5,
    near = 1,    -- the distance at which it has reached the point
    seconds = 15 -- after that an obstacle must be in the way
  },

  on_enter = function(agent)
    agent.leg = (agent.leg or agent.id) + 1
  end,

  behavior = function(agent, params)
    local route = params.route ~= "" and params.route or agent.route
    local x, y = field.waypoint(agent.id, route or "village", agent.leg)
    if not x or bt.since("patrol") > params.seconds then return "failure" end
    if field.near(agent.id, x, y, params.near) then return "success" end
    legs.go(agent, x, y, params.pace)
  end,
}
