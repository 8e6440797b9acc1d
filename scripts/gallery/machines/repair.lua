return {
  doc = "Mends the mill, which takes two ticks.",

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      agent.fault = nil
      return "success"
    end
  end,
}
