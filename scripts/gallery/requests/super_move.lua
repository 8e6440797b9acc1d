return { doc = "Flies through the air: no log trips it.", behavior = function(agent, params, memory)
  memory.ticks = (memory.ticks or 0) + 1
  if memory.ticks == 3 then
    agent.super = false
    return "success"
  end
end }
