-- root: always ready, does nothing itself; its children do.
return { doc = "The root of a tree: always ready, its children act." }
