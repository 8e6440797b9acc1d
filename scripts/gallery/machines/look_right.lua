return { doc = "Looks right." }
