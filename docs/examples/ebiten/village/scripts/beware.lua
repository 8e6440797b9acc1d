return {
  doc = "Notices guards that are near or that run after it.",
  params = { near = 4, memory = 1.5 },
  behavior = function(agent, params)
    if land.hunter(agent.id, params.near) then
      agent.danger = bt.time() + params.memory
    elseif agent.danger and bt.time() > agent.danger then
      agent.danger = nil
    end
  end,
}
