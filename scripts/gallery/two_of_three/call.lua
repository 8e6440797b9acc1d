return {
  doc = "Calls a station until it answers; the game puts the answer into the field of that name.",
  args = { "station" },

  behavior = function(agent, params)
    local answer = agent[params.station]
    if answer == "yes" then return "success" end
    if answer == "no" then return "failure" end
  end,
}
