return {
  doc = "Goes to its target until it is within reach.",
  params = { step = 1, reach = 2 },

  precondition = function(agent, params)
    return agent.distance > params.reach
  end,

  behavior = function(agent, params)
    agent.distance = agent.distance - params.step
  end,
}
