return {
  doc = "Hears the order of its leader.",
  stimulus = "order",

  behavior = function(agent)
    agent.order_x = bt.stimulus().x
    return "success"
  end,
}
