return {
  doc = "Walks in, if the door is open.",
  precondition = function(agent) return agent.open end,
  postcondition = function(agent) return agent.inside end,
  behavior = function(agent)
    agent.inside = true
    return "success"
  end,
}
