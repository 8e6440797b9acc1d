return {
  doc = "Stores what it sees, and keeps it when it is out of sight.",
  non_exclusive = true,

  precondition = function(agent) return agent.seen ~= nil end,

  behavior = function(agent) agent.last_seen = agent.seen end,
}
