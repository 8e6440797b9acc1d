return {
  doc = "Raises an error now and then, and later in each tick.",

  behavior = function(agent)
    if bt.tick() % 5 == 2 or bt.tick() > 20 then error("tired") end
    agent.out = bt.tick()
  end,
}
