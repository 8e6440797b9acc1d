return { doc = "Parries a blow." }
