return {
  doc = "Takes a purse. Somebody cries.",
  behavior = function(agent)
    bt.board("tavern").alarm = agent.x
    return "success"
  end,
}
