return {
  doc = "Drinks in the saloon.",

  behavior = function(agent)
    agent.thirst = 0
    return "success"
  end,
}
