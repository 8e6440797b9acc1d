return {
  doc = "Asks for a way, and for something that its board remembers.",

  behavior = function(agent)
    local kind, data = bt.in_force("legs")
    local camp = bt.board("camp")
    camp.count = (camp.count or 0) + 1
    agent.out = tostring(kind) .. (data and data.x or "") .. " " .. (camp.count or 0)
    bt.request(agent, "go", { x = bt.tick() }, { channel = "legs" })
    return bt.tick() % 4 == 0
  end,
}
