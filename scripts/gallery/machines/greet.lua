return {
  doc = "Says hello.",

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      agent.friend = nil
      return "success"
    end
  end,
}
