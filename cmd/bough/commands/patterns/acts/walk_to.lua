-- Several patterns walk with this file. If your game finds the way, ask it for the walk here.
return {
  doc = "Walks to a place, and is done there.",
  params = { place = 0, speed = 2 },
  args = { "place" },

  behavior = function(agent, params)
    local way, step = params.place - agent.x, params.speed * bt.dt
    if math.abs(way) <= step then
      agent.x = params.place
      return "success"
    end
    agent.x = agent.x + (way > 0 and step or -step)
  end,
}
