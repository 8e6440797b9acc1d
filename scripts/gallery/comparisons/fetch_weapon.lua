return { doc = "Runs for a weapon." }
