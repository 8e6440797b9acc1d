return {
  doc = "Turns toward a sound and listens for three ticks.",
  stimulus = "sound_heard",

  on_enter = function(agent)
    agent.facing = bt.stimulus().x
  end,

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 3 then return "success" end
  end,
}
