return { doc = "What there is to do about a target." }
