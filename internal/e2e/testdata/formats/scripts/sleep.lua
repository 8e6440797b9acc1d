return {
  doc = "Sleeps for a quarter of a second.",

  behavior = function(agent)
    agent.out = bt.tick() .. " " .. bt.dt .. tostring(bt.ran("sleep", 3))
    bt.sleep(0.25)
  end,
}
