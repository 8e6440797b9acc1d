local legs = require "lib.legs"

return {
  doc = "Sneaks to the chest, empties it, and brings the gold to a wood.",
  run = function(agent)
    bt.wait(1)
    while not land.at_chest(agent.id) do
      legs.go(agent, land.chest())
      bt.yield()
    end
    bt.request(agent, "grab", nil, { channel = "hands" })
    bt.wait(0.6)
    local x, y = land.hideout(agent.id)
    while not legs.go(agent, x, y) do
      bt.yield()
    end
    bt.wait(3)
  end,
}
