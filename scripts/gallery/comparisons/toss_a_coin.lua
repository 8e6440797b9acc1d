return { doc = "Cannot decide between sleep and drill." }
