return {
  doc = "离家散步。",

  behavior = function(agent)
    agent.x = agent.x + 1 * bt.dt
  end,
}
