return { doc = "Charges at the enemy.", behavior = function(agent) agent.x = (agent.x or 0) + 1 return bt.RUNNING end }
