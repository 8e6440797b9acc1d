return {
  doc = "Goes its rounds until there is an alarm.",

  behavior = function(agent)
    if agent.alarm then return "success" end
  end,
}
