return {
  doc = "A sip. Every second one empties the glass.",
  behavior = function(agent)
    agent.sips = agent.sips + 1
    if agent.sips % 2 == 0 then return "success" end
  end,
}
