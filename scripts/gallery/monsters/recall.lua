return {
  doc = "Keeps in mind where the player is, and knows it when the player is gone.",

  behavior = function(agent)
    agent.last_known = agent.player or agent.last_known
    return agent.last_known ~= nil
  end,
}
