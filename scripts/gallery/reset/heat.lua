return {
  doc = "Puts the iron into the fire.",

  behavior = function(agent)
    agent.iron = "hot"
    return "success"
  end,
}
