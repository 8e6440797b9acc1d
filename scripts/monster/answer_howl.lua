-- Runs to the place where another member of the pack has howled.
local legs = require "lib.legs"

return {
  doc = "Runs to a friend that howls.",
  stimulus = "howl",
  params = { seconds = 5 },

  behavior = function(agent, params)
    local howl = bt.stimulus()
    if field.near(agent.id, howl.x, howl.y, 2) then return "success" end
    if bt.since("answer_howl") > params.seconds then return "failure" end
    legs.go(agent, howl.x, howl.y)
  end,
}
