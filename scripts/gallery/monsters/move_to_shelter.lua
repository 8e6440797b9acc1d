return {
  doc = "Runs to the shelter, two meters a tick.",
  params = { step = 2 },

  behavior = function(agent, params)
    local way = agent.shelter - agent.x
    if math.abs(way) <= params.step then
      agent.x = agent.shelter
      return "success"
    end
    agent.x = agent.x + (way > 0 and params.step or -params.step)
  end,
}
