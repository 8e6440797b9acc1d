return { doc = "Climbs the hill.", utility = function(agent) return agent.height / 10 end, behavior = function() return bt.RUNNING end }
