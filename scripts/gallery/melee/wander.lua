return { doc = "Runs without a target; does nothing here." }
