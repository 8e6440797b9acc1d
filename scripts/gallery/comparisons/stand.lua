return { doc = "Stands at its post." }
