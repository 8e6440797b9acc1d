-- Comes when its owner calls, whatever it is doing; only a fight is more important.
local legs = require "lib.legs"

return {
  doc = "Comes when it is called.",
  stimulus = "call",
  params = { near = 2, seconds = 5 },

  behavior = function(agent, params)
    local call = bt.stimulus()
    if field.near(agent.id, call.x, call.y, params.near) then return "success" end
    if bt.since("come") > params.seconds then return "failure" end
    legs.go(agent, call.x, call.y)
  end,
}
