return {
  doc = "Goes to a point, and has arrived when it is near.",
  params = { speed = 500, near = 10 },
  args = { "x", "y" },

  behavior = function(agent, params)
    local way = geom.distance(agent.x, agent.y, params.x, params.y)
    local part = math.min(params.speed * bt.dt / way, 1)
    agent.x = agent.x + (params.x - agent.x) * part
    agent.y = agent.y + (params.y - agent.y) * part
    if geom.distance(agent.x, agent.y, params.x, params.y) < params.near then return "success" end
  end,
}
