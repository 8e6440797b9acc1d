-- Turns the head: an agent sees only what is in front of it.
return {
  doc = "Stands and looks to all sides.",
  params = { turns = 3, seconds = 0.5 },

  run = function(agent, params)
    for _ = 1, params.turns do
      agent.facing = ((agent.facing or 0) + 360 / params.turns) % 360
      bt.wait(params.seconds)
    end
  end,
}
