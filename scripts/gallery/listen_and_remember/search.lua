return {
  doc = "Looks for what it remembers, and gives up after three ticks.",

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 3 then
      agent.last_seen = nil
      return "success"
    end
  end,
}
