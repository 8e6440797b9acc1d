return {
  doc = "Rings the alarm: the board of the village says who sees danger, and where.",

  behavior = function(agent)
    print("alarm!")
    bt.board("village").alarm = { by = agent.id, x = agent.enemy_x, at = bt.time() }
    return "success"
  end,
}
