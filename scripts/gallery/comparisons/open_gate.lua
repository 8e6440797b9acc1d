return {
  doc = "Opens the gate.",

  behavior = function(agent)
    agent.gate = "open"
    return "success"
  end,
}
