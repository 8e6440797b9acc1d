return { doc = "The gate opens.", behavior = function(agent) end }
