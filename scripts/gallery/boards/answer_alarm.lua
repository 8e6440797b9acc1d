return {
  doc = "Goes to where another one has raised the alarm.",
  params = { speed = 2 },

  precondition = function(agent)
    local alarm = bt.board(agent.village).alarm
    return alarm ~= nil and alarm.by ~= agent.id
  end,

  behavior = function(agent, params)
    local way = bt.board(agent.village).alarm.x - agent.x
    local step = math.min(math.abs(way), params.speed)
    agent.x = agent.x + (way > 0 and step or -step)
  end,
}
