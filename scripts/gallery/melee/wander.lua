return { doc = "What it does without a target: here, nothing." }
