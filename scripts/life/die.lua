-- The game determines the death (`die when dead` is first in each tree), and removes
-- the body after a while. Until then this behavior keeps all later ones from running.
return {
  doc = "Lies there.",

  on_enter = function(agent)
    agent.target, agent.sees, agent.noise_x = nil, false, nil
  end,

  run = function(agent)
    bt.wait_until(function() return not agent.dead end)
  end,
}
