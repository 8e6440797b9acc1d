return {
  doc = "Goes straight to the target, and snaps to it when it is close.",
  params = { speed = 100, close = 2 },

  behavior = function(agent, params)
    local way = geom.distance(agent.x, agent.y, agent.target_x, agent.target_y)
    local part = math.min(params.speed * bt.dt / way, 1)
    agent.x = agent.x + (agent.target_x - agent.x) * part
    agent.y = agent.y + (agent.target_y - agent.y) * part
    if geom.distance_squared(agent.x, agent.y, agent.target_x, agent.target_y) < params.close then
      agent.x, agent.y = agent.target_x, agent.target_y
      return "success"
    end
  end,
}
