return { doc = "Walks on." }
