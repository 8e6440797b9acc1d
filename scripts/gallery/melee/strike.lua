return {
  doc = "Swings for two ticks.",

  behavior = function(agent, params, memory)
    memory.swung = (memory.swung or 0) + 1
    if memory.swung == 2 then return "success" end
  end,
}
