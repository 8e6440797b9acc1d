return { children = "utility" }
