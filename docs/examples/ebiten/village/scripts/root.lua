return { doc = "Runs the first of its children that is ready." }
