return {
  doc = "Swings the axe: three ticks a swing.",
  params = { cut = 2, ticks = 3 },

  behavior = function(agent, params, memory)
    memory.swung = (memory.swung or 0) + 1
    if memory.swung == params.ticks then
      agent.wood = agent.wood + params.cut
      return "success"
    end
  end,
}
