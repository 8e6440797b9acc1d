return {
  doc = "Looks around for two ticks. Success: there is an enemy.",

  behavior = function(agent, params, memory)
    memory.looked = (memory.looked or 0) + 1
    if memory.looked == 2 then return agent.enemy ~= nil end
  end,
}
