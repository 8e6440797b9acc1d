return { doc = "Walks about." }
