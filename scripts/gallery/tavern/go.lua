return {
  doc = "A step towards a place. Succeeds there.",
  args = { "to" },
  params = { to = 0, pace = 1 },
  behavior = function(agent, params)
    local way = params.to - agent.x
    agent.x = agent.x + math.max(-params.pace, math.min(params.pace, way))
    if agent.x == params.to then
      return "success"
    end
  end,
}
