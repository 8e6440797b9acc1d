return { doc = "Breaks the door with the crowbar.", behavior = function(agent)
  agent.door_open = true
  return "success"
end }
