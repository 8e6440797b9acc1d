return {
  doc = "Saws, quickly.",
  params = { cut = 4 },

  behavior = function(agent, params)
    agent.wood = agent.wood + params.cut
  end,
}
