local legs = require "lib.legs"

return {
  doc = "Goes to where something was seen or heard, and looks around.",
  run = function(agent)
    while not legs.go(agent, agent.seen_x, agent.seen_y, 0.8) do
      bt.yield()
    end
    legs.look_around(agent, 2.5)
    agent.seen_x, agent.seen_y = nil, nil
  end,
}
