return { doc = "Runs." }
