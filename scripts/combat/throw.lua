-- Throws a stone. The game decides whether it hits; walls and rocks stop it.
-- A lower recover makes it throw more often.
local foe = require "lib.foe"

return {
  doc = "Throws a stone at the enemy.",
  args = { "range" },
  params = { range = 7, windup = 0.4, recover = 0.9 },

  precondition = function(agent, params)
    local distance = foe.distance(agent)
    return distance ~= nil and distance <= params.range
  end,

  run = function(agent, params)
    local x, y = foe.position(agent)
    if not x then return "failure" end
    agent.facing = field.bearing(agent.id, x, y)
    bt.wait(params.windup)
    bt.request(agent, "throw", { target = agent.target, damage = agent.damage, range = params.range }, { channel = "hands" })
    bt.wait(params.recover)
  end,
}
