return {
  doc = "Works, which makes hungry and tired.",
  utility = function(agent) return 0.5 end,
  behavior = function(agent)
    agent.hunger = agent.hunger + 0.1
    agent.tired = agent.tired + 0.1
  end,
}
