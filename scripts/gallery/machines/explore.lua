return {
  doc = "Looks around, and records why it stops.",

  behavior = function(agent)
    agent.why = agent.hungry and "hungry" or agent.tired and "tired" or agent.friend and "a friend" or nil
    if agent.why then return "success" end
  end,
}
