return { doc = "Falls and gets up, which takes two ticks.", behavior = function(agent, params, memory)
  memory.ticks = (memory.ticks or 0) + 1
  if memory.ticks == 2 then
    agent.tripped = false
    return "success"
  end
end }
