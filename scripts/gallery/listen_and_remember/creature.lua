return { doc = "Always ready: something to hang what a creature does on." }
