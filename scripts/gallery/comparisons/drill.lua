return { doc = "Does its drill." }
