return {
  doc = "Grinds corn. The stone may break: it says so, and ends.",

  behavior = function(agent)
    agent.corn = agent.corn - 1
    if agent.corn == 1 then
      agent.fault = "the stone is broken"
      return "failure"
    end
  end,
}
