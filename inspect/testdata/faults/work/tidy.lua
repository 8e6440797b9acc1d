return {
  doc = "Forgets what has been done.",
  behavior = function(agent)
    if agent.ore >= 10 then
      agent.goal = nil
    end
    return bt.RUNNING
  end,
}
