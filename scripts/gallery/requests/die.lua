return { doc = "Lies still, for good." }
