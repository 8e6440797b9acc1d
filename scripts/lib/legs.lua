-- Walking. Scripts do not move agents themselves: they request a movement, and the
-- game carries it out, around rocks and not through walls. A request lasts as long
-- as the behavior that made it.
local legs = {}

-- pace 1 is the creature's full speed, 0.5 half of it.
function legs.go(agent, x, y, pace)
  bt.request(agent, "move", { x = x, y = y, pace = pace or 1 }, { channel = "legs" })
end

-- Like go, but the agent faces the place that it leaves.
function legs.back(agent, x, y, pace)
  bt.request(agent, "move", { x = x, y = y, pace = pace or 1, backward = true }, { channel = "legs" })
end

function legs.stop(agent)
  bt.request(agent, "move", { pace = 0 }, { channel = "legs" })
end

return legs
