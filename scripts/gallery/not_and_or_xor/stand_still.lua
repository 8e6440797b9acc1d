return { doc = "Nothing moves.", behavior = function(agent) end }
