return { doc = "Goes around its enemy, to the other side." }
