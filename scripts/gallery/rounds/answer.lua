return { doc = "Says that he is coming.", behavior = function(agent) end }
