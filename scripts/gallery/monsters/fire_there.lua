return {
  doc = "Shoots at the last known position, whoever is there now.",

  behavior = function(agent)
    print("fires at " .. agent.last_known)
    return "success"
  end,
}
