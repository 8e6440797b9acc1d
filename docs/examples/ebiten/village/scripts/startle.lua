return {
  doc = "Turns to a noise and listens.",
  stimulus = "noise",
  run = function(agent)
    local noise = bt.stimulus()
    agent.facing = geom.angle(noise.x - agent.x, noise.y - agent.y)
    bt.wait(1.5)
  end,
}
