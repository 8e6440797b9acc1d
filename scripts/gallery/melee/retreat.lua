return {
  doc = "Steps back twice.",
  params = { step = 1, steps = 2 },

  behavior = function(agent, params, memory)
    agent.distance = agent.distance + params.step
    memory.steps = (memory.steps or 0) + 1
    if memory.steps == params.steps then return "success" end
  end,
}
