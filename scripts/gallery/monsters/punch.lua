return {
  doc = "Pulls back the fist, then punches.",

  behavior = function(agent, params, memory)
    if not memory.pulled_back then
      memory.pulled_back = true
      return
    end
    agent.punches = agent.punches + 1
    return "success"
  end,
}
