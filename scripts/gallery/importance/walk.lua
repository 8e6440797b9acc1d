return {
  doc = "Walks along, two steps a second however often it is asked.",

  behavior = function(agent) agent.x = agent.x + 2 * bt.dt end,
}
