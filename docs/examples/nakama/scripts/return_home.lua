return {
  doc = "Walks back to its chest.",
  params = { speed = 2 },
  behavior = function(agent, params)
    agent.x, agent.y = geom.move_toward(agent.x, agent.y, agent.home_x, agent.home_y, params.speed * bt.dt)
  end,
}
