return {
  doc = "Writes where the enemy is on the board of the village.",

  behavior = function(agent)
    bt.board(agent.village).alarm = { by = agent.id, x = agent.enemy_x }
  end,

  on_exit = function(agent)
    bt.board(agent.village).alarm = nil
  end,
}
