-- One blow. The windup is what makes a fight readable: the victim has that long
-- to get away, and the player that long to see it coming. Long windups suit
-- heavy creatures. Anger (monster/rage.lua) makes the blow harder.
return {
  doc = "Winds up, strikes, recovers.",

  params = {
    windup = 0.3,
    recover = 0.3,
    anger = 1.5, -- how much harder it strikes in a rage
  },

  run = function(agent, params)
    bt.wait(params.windup)
    local damage = agent.damage * (agent.rage and params.anger or 1)
    bt.request(agent, "attack", { target = agent.target, damage = damage }, { channel = "hands" })
    bt.wait(params.recover)
  end,
}
