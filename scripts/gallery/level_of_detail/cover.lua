return { doc = "Keeps behind something." }
