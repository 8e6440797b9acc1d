return {
  doc = "Walks a round, which takes two ticks.",

  run = function(agent)
    bt.yield()
    agent.rounds = agent.rounds + 1
  end,
}
