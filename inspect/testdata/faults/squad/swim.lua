return { doc = "Swims through the lake.", utility = function(agent) return agent.water / 20 end, behavior = function() return bt.RUNNING end }
