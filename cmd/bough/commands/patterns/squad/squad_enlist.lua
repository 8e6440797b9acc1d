return {
  doc = "Writes down who has reported.",
  stimulus = "report",

  behavior = function(agent)
    local by = bt.stimulus().by
    agent.members = agent.members or {}
    for _, member in ipairs(agent.members) do
      if member == by then return "success" end
    end
    table.insert(agent.members, by)
    return "success"
  end,
}
