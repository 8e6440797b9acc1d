return {
  doc = "One growl, two ticks long.",

  behavior = function(agent, params, memory)
    if memory.begun then return "success" end
    memory.begun = true
  end,
}
