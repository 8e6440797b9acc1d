local colors = { "red", "orange", "yellow", "green", "blue", "purple" }

return {
  doc = "Stands still for half a second, then takes a random color.",

  run = function(agent)
    bt.wait(0.5)
    agent.color = colors[math.random(#colors)]
  end,
}
