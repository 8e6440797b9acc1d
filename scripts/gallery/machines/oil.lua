return { doc = "Oils the axle when there is no corn." }
