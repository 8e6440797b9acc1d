-- Several patterns run with this file. If your game finds the way, ask it for the run here.
return {
  doc = "Runs away from a place, for as long as the tree says.",
  params = { place = 0, speed = 2 },
  args = { "place" },

  behavior = function(agent, params)
    local step = params.speed * bt.dt
    agent.x = agent.x + (agent.x < params.place and -step or step)
  end,
}
