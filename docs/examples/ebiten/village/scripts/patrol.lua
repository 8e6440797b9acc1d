local legs = require "lib.legs"

return {
  doc = "Walks its round.",
  behavior = function(agent, params, memory)
    local goal = agent.route[memory.at or 1]
    if legs.go(agent, goal.x, goal.y, 0.45) then
      memory.at = (memory.at or 1) % #agent.route + 1
    end
  end,
}
