return {
  doc = "Succeeds if the agent stands at x or right of it, give or take one.",
  args = { "x" },

  behavior = function(agent, params)
    return agent.x >= params.x - 1
  end,
}
