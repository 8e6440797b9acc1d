return {
  doc = "Aims for two ticks, then shoots.",

  behavior = function(agent, params, memory)
    memory.aimed = (memory.aimed or 0) + 1
    if memory.aimed <= 2 then return end
    agent.shots = agent.shots + 1
    return "success"
  end,
}
