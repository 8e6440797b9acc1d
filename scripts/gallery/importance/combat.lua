return { doc = "Groups the behaviors against a target." }
