return {
  doc = "Walks to one place after the other.",
  params = { speed = 1 },

  run = function(agent, params)
    local x, y = math.random(0, 40), math.random(0, 30)
    local there = false
    while not there do
      agent.x, agent.y, there = geom.move_toward(agent.x, agent.y, x, y, params.speed * bt.dt)
      bt.yield()
    end
    bt.wait(1)
  end,
}
