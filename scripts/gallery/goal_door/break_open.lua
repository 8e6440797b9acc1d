return {
  doc = "Breaks the door open with a crowbar, if it is weak.",
  precondition = function(agent) return agent.crowbar and not agent.strong end,
  postcondition = function(agent) return agent.open end,
  behavior = function(agent)
    agent.open = true
    return "success"
  end,
}
