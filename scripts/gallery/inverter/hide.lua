return { doc = "Stays down." }
