return { doc = "Waits for its turn." }
