return {
  doc = "Runs until the alarm is over.",

  behavior = function(agent)
    if not agent.alarm then return "success" end
  end,
}
