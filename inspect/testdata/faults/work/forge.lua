return {
  doc = "Makes a blade from iron.",
  behavior = function(agent)
    agent.blades = agent.blades + agent.heat * 2
    return bt.RUNNING
  end,
}
