-- The game says when (`die when dead` stands first in each tree), and takes the
-- body away after a while. Until then nothing below this in the tree happens.
return {
  doc = "Lies there.",

  on_enter = function(agent)
    agent.target, agent.sees, agent.noise_x = nil, false, nil
  end,

  run = function(agent)
    bt.wait_until(function() return not agent.dead end)
  end,
}
