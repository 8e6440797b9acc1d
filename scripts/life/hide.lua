-- Runs to the nearest hut or bush and stays still there. Monsters have no hut to
-- hide in, villagers have one. The precondition looks for a place only before the
-- behavior begins: an agent in a bush must not look for a better bush.
local legs = require "lib.legs"

return {
  doc = "Runs into the nearest hiding place and stays there for a while.",
  params = { seconds = 5 },

  precondition = function(agent)
    return bt.active("hide") or field.nearest_hiding_place(agent.id) ~= nil
  end,

  run = function(agent, params)
    local x, y = field.nearest_hiding_place(agent.id)
    if not x then return "failure" end
    while not field.near(agent.id, x, y, 0.5) do
      legs.go(agent, x, y)
      bt.yield()
    end
    legs.stop(agent)
    bt.request(agent, "hide", nil, { channel = "body" })
    bt.wait(params.seconds)
  end,
}
