return { doc = "Always ready: the root of a creature's tree." }
