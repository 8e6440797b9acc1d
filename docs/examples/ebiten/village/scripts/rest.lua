local legs = require "lib.legs"

return {
  doc = "Recovers beside the fire.",
  behavior = function(agent)
    if legs.go(agent, land.fire()) then
      agent.hp = math.min(agent.hp + 12 * bt.dt, 100)
    end
  end,
}
