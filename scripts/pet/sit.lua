-- Sits next to its owner and looks at it, for a moment.
return {
  doc = "Sits and looks at its owner.",
  params = { seconds = 2 },

  run = function(agent, params)
    local x, y = field.position(agent.owner)
    if x then agent.facing = field.bearing(agent.id, x, y) end
    bt.wait(params.seconds)
  end,
}
