return {
  doc = "Digs ore.",
  behavior = function(agent)
    agent.ore = agent.ore + 1
    return bt.RUNNING
  end,
}
