return {
  doc = "Sleeps.",

  behavior = function(agent)
    agent.fatigue = agent.fatigue - 4
    if agent.fatigue <= 0 then
      agent.fatigue = 0
      return "success"
    end
  end,
}
