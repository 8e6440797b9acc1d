return {
  doc = "Three blows. The hammer is put down at every end.",
  params = { blows = 3 },

  on_enter = function(agent) agent.hand = "hammer" end,
  on_exit = function(agent) agent.hand = "empty" end,

  behavior = function(agent, params, memory)
    memory.blows = (memory.blows or 0) + 1
    if memory.blows == params.blows then return "success" end
  end,
}
