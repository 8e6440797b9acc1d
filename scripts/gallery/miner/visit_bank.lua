return {
  doc = "Carries the gold to the bank, a nugget a tick.",

  behavior = function(agent)
    agent.gold = agent.gold - 1
    agent.saved = agent.saved + 1
    if agent.gold == 0 then return "success" end
  end,
}
