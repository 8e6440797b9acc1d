return {
  doc = "Fires one shot.",

  behavior = function(agent)
    agent.shots = agent.shots + 1
    return "success"
  end,
}
