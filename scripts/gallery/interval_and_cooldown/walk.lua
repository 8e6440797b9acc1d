return { doc = "Walks on and on." }
