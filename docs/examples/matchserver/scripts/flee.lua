return {
  doc = "Runs from a shout for a while.",
  stimulus = "shout",
  params = { seconds = 1.5, speed = 6 },

  run = function(agent, params)
    local from = bt.stimulus()
    local dx, dy = geom.direction(from.x, from.y, agent.x, agent.y)
    local until_then = bt.time() + params.seconds
    while bt.time() < until_then do
      agent.x = agent.x + dx * params.speed * bt.dt
      agent.y = agent.y + dy * params.speed * bt.dt
      bt.yield()
    end
  end,
}
