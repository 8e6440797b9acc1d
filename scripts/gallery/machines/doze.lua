return {
  doc = "Sleeps lightly until there is an alarm.",

  behavior = function(agent)
    if agent.alarm then return "success" end
  end,
}
