return {
  doc = "Succeeds if the agent stands left of x, give or take one.",
  args = { "x" },

  behavior = function(agent, params)
    return agent.x < params.x + 1
  end,
}
