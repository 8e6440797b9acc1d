return { doc = "Walks through the open door.", behavior = function(agent)
  agent.in_house = true
  return "success"
end }
