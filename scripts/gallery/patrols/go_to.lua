return {
  doc = "Walks to a point, one step per tick, and records the visit.",
  args = { "name", "at" },

  behavior = function(agent, params)
    if agent.x < params.at then
      agent.x = agent.x + 1
    elseif agent.x > params.at then
      agent.x = agent.x - 1
    end
    if agent.x == params.at then
      agent["been_" .. params.name] = true
      return "success"
    end
  end,
}
