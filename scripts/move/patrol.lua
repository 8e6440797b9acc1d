-- Walks to the next point of a route, and succeeds there. Which one is next is a
-- field and not memory, so that a guard who has been called away goes on where
-- he was.
local legs = require "lib.legs"

return {
  doc = "Walks to the next point of a route.",
  args = { "route" },

  params = {
    route = "",  -- "" is the agent's own route
    pace = 0.5,
    near = 1,    -- how near to the point is enough
    seconds = 15 -- if it is not there by then, something is in the way
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
