return {
  doc = "Orders all its members to a place.",
  params = { place = 0 },
  args = { "place" },

  behavior = function(agent, params)
    print("to " .. params.place .. "!")
    for _, member in ipairs(agent.members or {}) do
      bt.post(member, "order", { x = params.place })
    end
    return "success"
  end,
}
