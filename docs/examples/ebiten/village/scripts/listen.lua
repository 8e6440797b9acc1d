return {
  doc = "Remembers where a noise was.",
  stimulus = "noise",
  behavior = function(agent)
    local noise = bt.stimulus()
    agent.seen_x, agent.seen_y = noise.x, noise.y
    return "success"
  end,
}
