return {
  doc = "Hears noises, and makes one.",

  stimulus = "noise",

  behavior = function(agent)
    agent.out = bt.stimulus().x .. " " .. bt.tick()
    bt.post(agent.id, "noise", { x = bt.tick(), list = { 1, "two", true } })
    return bt.since("hear") > 0.3
  end,
}
