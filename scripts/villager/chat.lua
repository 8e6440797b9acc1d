-- Two villagers who meet talk for a moment. Each agent decides for itself, and
-- both see that the other one is near.
local clock = require "lib.clock"

return {
  doc = "Chats with somebody near.",
  params = { range = 2.5, seconds = 2.5, pause = 12 },

  precondition = function(agent, params)
    if bt.active("chat") then return true end
    return not clock.within(agent.chatted_at, params.pause) and field.friends(agent.id, params.range)[1] ~= nil
  end,

  run = function(agent, params)
    local other = field.friends(agent.id, params.range)[1]
    agent.chatted_at = bt.time()
    if not other then return "failure" end
    local x, y = field.position(other)
    agent.facing = field.bearing(agent.id, x, y)
    bt.wait(params.seconds)
  end,
}
