return { doc = "Runs after its enemy." }
