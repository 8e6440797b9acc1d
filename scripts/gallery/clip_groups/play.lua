return {
  doc = "Plays a clip to its end.",
  args = { "clip" },
  params = { frames = 1 },

  on_enter = function(agent, params)
    agent.clip, agent.frame = params.clip, 0
  end,

  behavior = function(agent, params)
    agent.frame = agent.frame + 1
    if agent.frame >= params.frames then return "success" end
  end,
}
