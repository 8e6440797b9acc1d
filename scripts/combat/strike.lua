-- One blow. The windup makes a fight easy to follow: it is the time in which the
-- victim can get away and the player can see the blow coming. Long windups suit
-- heavy creatures. Anger (monster/rage.lua) makes the blow harder.
local foe = require "lib.foe"

return {
  doc = "Winds up, strikes, recovers.",

  params = {
    windup = 0.3,
    recover = 0.3,
    swing = 200, -- the total angle of the blow, in degrees
    anger = 1.5, -- the factor of the damage in a rage
  },

  run = function(agent, params)
    bt.wait(params.windup)
    -- The blow goes in the direction of sight. It misses an enemy that has slipped past.
    local x, y = foe.position(agent)
    if x and not geom.in_cone(agent.x, agent.y, agent.facing, params.swing, 2 * agent.reach, x, y) then
      agent.facing = geom.angle(geom.direction(agent.x, agent.y, x, y))
      return "failure"
    end
    local damage = agent.damage * (agent.rage and params.anger or 1)
    bt.request(agent, "attack", { target = agent.target, damage = damage }, { channel = "hands" })
    bt.wait(params.recover)
  end,
}
