return {
  doc = "Tells its leader that it is there.",

  behavior = function(agent)
    bt.post(agent.leader, "report", { by = agent.id })
    return "success"
  end,
}
