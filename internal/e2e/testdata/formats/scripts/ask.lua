return {
  doc = "Asks the game.",

  precondition = function(agent) return game.near(agent.id, 5) end,

  behavior = function(agent)
    agent.out = (agent.out or 0) + #game.names(agent.id)
    agent.door = game.door(agent.out % 3)
    agent.number = game.number(agent.door) + game.number(agent.of)
    if agent.out % 4 == 0 then bt.mark("a round number") end
  end,
}
