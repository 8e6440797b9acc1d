return { doc = "Sleeps." }
