return {
  utility = function(agent) return 1.7 + agent.y * 0.01 end,
  behavior = function(agent) agent.hunger = agent.hunger + 0.3 * bt.dt * agent.x end,
}
