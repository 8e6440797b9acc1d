return {
  doc = "Strikes at its target.",
  importance = 1,

  behavior = function(agent) agent.strikes = agent.strikes + 1 end,
}
