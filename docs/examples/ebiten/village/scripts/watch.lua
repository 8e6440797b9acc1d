return {
  doc = "Looks ahead, and gives the alarm.",
  params = { range = 11, angle = 80 },

  behavior = function(agent, params)
    agent.thief = land.sees(agent.id, params.range, params.angle)
    if agent.thief then
      agent.seen_x, agent.seen_y = land.position(agent.thief)
      bt.board("village").alarm = bt.time()
    end
  end,
}
