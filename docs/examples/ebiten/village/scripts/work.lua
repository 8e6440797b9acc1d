local legs = require "lib.legs"

return {
  doc = "Goes to one place of its work after the other.",
  run = function(agent, params, memory)
    local goal = agent.route[math.random(#agent.route)]
    while not legs.go(agent, goal.x, goal.y, 0.5) do
      bt.yield()
    end
    bt.wait(2 + math.random() * 3)
  end,
}
