return { doc = "Strikes at what is in front of it." }
