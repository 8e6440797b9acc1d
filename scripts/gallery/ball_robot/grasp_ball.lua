return {
  doc = "Closes its hand.",

  behavior = function(agent)
    bt.log("grasps the ball")
    agent.grasped = true
    return "success"
  end,
}
