return {
  doc = "Opens the door, if it is not locked.",
  precondition = function(agent) return not agent.locked end,
  postcondition = function(agent) return agent.open end,
  behavior = function(agent)
    agent.open = true
    return "success"
  end,
}
