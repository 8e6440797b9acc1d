return {
  doc = "Eats. The hungrier, the better.",
  utility = function(agent) return agent.hunger end,
  behavior = function(agent)
    agent.hunger = math.max(0, agent.hunger - 0.3)
    agent.tired = agent.tired + 0.05
  end,
}
