return { doc = "Chooses among its children.", behavior = function() return bt.RUNNING end }
