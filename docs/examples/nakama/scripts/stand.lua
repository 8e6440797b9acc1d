return { doc = "Stands still.", behavior = function(agent) end }
