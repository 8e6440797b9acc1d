return {
  doc = "Runs to the nearest player and bites.",
  params = { reach = 14, speed = 3, teeth = 1 },

  precondition = function(agent, params)
    return pack.nearest(agent.x, agent.y, params.reach) ~= nil
  end,

  behavior = function(agent, params)
    local prey = pack.nearest(agent.x, agent.y, params.reach)
    if not prey then return "failure" end
    local x, y = pack.position(prey)
    if geom.distance(agent.x, agent.y, x, y) > params.teeth then
      agent.x, agent.y = geom.move_toward(agent.x, agent.y, x, y, params.speed * bt.dt)
    else
      bt.request(agent, "bite", { who = prey }, { channel = "jaws" })
    end
  end,
}
