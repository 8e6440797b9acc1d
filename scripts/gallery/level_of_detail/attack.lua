return { doc = "Strikes." }
