return { doc = "Drags a leg." }
