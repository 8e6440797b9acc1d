return {
  doc = "Grows and shrinks, and never ends.",
  params = { least = 10, most = 12, speed = 10 },

  behavior = function(agent, params, memory)
    local step = params.speed * bt.dt
    agent.size = geom.clamp(agent.size + (memory.shrinks and -step or step), params.least, params.most)
    if agent.size == params.most then
      memory.shrinks = true
    elseif agent.size == params.least then
      memory.shrinks = false
    end
  end,
}
