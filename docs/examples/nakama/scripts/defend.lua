return {
  doc = "Hits who comes near its chest.",
  params = { reach = 4, speed = 4 },

  precondition = function(agent, params)
    return players.nearest(agent.home_x, agent.home_y, params.reach) ~= nil
  end,

  behavior = function(agent, params)
    local thief = players.nearest(agent.home_x, agent.home_y, params.reach)
    if not thief then return "failure" end
    local x, y = players.position(thief)
    local near
    agent.x, agent.y, near = geom.move_toward(agent.x, agent.y, x, y, params.speed * bt.dt)
    if near then
      bt.request(agent, "hit", { who = thief }, { channel = "hands" })
    end
  end,
}
