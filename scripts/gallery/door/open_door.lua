return { doc = "Opens the door, which takes two ticks.", behavior = function(agent, params, memory)
  memory.ticks = (memory.ticks or 0) + 1
  if memory.ticks == 2 then
    agent.door_open = true
    return "success"
  end
end }
