return {
  doc = "Opens its hand.",

  behavior = function(agent)
    bt.log("lets go of the ball")
    agent.grasped = false
    return "success"
  end,
}
