return {
  utility = function(agent) return agent.hunger * 1.3 - agent.x * 0.1 end,
  behavior = function(agent) agent.hunger = agent.hunger - 2.7 * bt.dt end,
}
