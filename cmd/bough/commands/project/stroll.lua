return {
  doc = "Walks away from home.",

  behavior = function(agent)
    agent.x = agent.x + 1 * bt.dt
  end,
}
