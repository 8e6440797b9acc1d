return {
  doc = "Unlocks the door with a key, which takes two ticks.",
  precondition = function(agent) return agent.key end,
  postcondition = function(agent) return not agent.locked end,
  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      agent.locked = false
      return "success"
    end
  end,
}
