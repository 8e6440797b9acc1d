return {
  doc = "Puts the iron into water.",

  behavior = function(agent)
    agent.iron = "a sword"
    return "success"
  end,
}
