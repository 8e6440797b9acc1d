return { doc = "Stands where it is.", behavior = function() return bt.RUNNING end }
