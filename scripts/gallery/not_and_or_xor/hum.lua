return { doc = "The gate hums.", behavior = function(agent) end }
