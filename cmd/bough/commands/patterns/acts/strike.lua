-- Several patterns strike with this file. The game carries out the request, see agent.fields.
return {
  doc = "One blow: swings, asks the game for the hit, and recovers.",
  params = { damage = 5 },

  run = function(agent, params)
    bt.wait(0.5)
    bt.request(agent, "hit", { damage = params.damage }, { channel = "hands" })
    bt.wait(0.5)
  end,
}
