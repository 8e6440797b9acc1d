-- One blow. The windup is what makes a fight readable: the victim has that long
-- to get away, and the player that long to see it coming. Long windups suit
-- heavy creatures. Anger (monster/rage.lua) makes the blow harder.
local foe = require "lib.foe"

return {
  doc = "Winds up, strikes, recovers.",

  params = {
    windup = 0.3,
    recover = 0.3,
    swing = 200, -- how wide the blow goes, in degrees in all
    anger = 1.5, -- how much harder it strikes in a rage
  },

  run = function(agent, params)
    bt.wait(params.windup)
    -- A blow goes where one looks. Whoever has slipped past is missed.
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
