return {
  doc = "Sleeps. Nobody sleeps long on an empty stomach.",
  utility = function(agent) return agent.tired * (1 - agent.hunger / 2) end,
  behavior = function(agent)
    agent.tired = math.max(0, agent.tired - 0.4)
    agent.hunger = agent.hunger + 0.05
  end,
}
