return { doc = "Sits down for good.", behavior = function(agent) end }
