return {
  doc = "One shot. It fails when there is no round left.",

  behavior = function(agent)
    if agent.rounds == 0 then return "failure" end
    agent.rounds = agent.rounds - 1
    print("bang")
    return "success"
  end,
}
