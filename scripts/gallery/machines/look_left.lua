return { doc = "Looks left." }
