return {
  run = function(agent)
    bt.wait(math.random() * 0.7 + 0.1 * math.abs(agent.y))
  end,
}
