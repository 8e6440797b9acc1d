local legs = require "lib.legs"

return {
  doc = "Goes where the player wants.",
  behavior = function(agent)
    legs.go(agent, agent.x + agent.steer_x, agent.y + agent.steer_y)
    if land.at_chest(agent.id) then
      bt.request(agent, "grab", nil, { channel = "hands" })
    end
  end,
}
