return { doc = "Shouts for help." }
