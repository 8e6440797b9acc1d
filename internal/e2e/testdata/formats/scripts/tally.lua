return {
  doc = "Counts.",

  params = { at = "a" },

  utility = function(agent, params) return (agent.sum or 0) % 3 end,

  behavior = function(agent, params)
    agent[params.at] = (agent[params.at] or 0) + 1
    agent.sum = (agent.sum or 0) + 1
    return true
  end,
}
