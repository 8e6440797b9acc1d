return {
  doc = "Eats.",

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      agent.hungry = nil
      return "success"
    end
  end,
}
