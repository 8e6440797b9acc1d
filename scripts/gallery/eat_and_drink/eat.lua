return {
  doc = "A bite: two ticks.",
  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      agent.bites = agent.bites + 1
      return "success"
    end
  end,
}
