return {
  doc = "Looks for the intruder until the alarm is over.",

  behavior = function(agent)
    if not agent.alarm then return "success" end
  end,
}
