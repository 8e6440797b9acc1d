return {
  doc = "Rests a little.",

  behavior = function(agent)
    agent.rested = agent.rested + 1
    return "success"
  end,
}
