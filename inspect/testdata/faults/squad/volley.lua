return { doc = "Shoots once.", behavior = function(agent) agent.arrows = agent.arrows - 1 return bt.SUCCESS end }
