return {
  doc = "Digs for gold, which makes it tired and thirsty.",

  behavior = function(agent)
    agent.gold = agent.gold + 1
    agent.fatigue = agent.fatigue + 1
    agent.thirst = agent.thirst + 1
  end,
}
