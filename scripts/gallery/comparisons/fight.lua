return { doc = "Fights." }
