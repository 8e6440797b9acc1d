return { doc = "Stands and looks.", behavior = function(agent) end }
