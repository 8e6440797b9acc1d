return {
  doc = "Turns to the target, and is done when it is less than 0.1 radians off.",
  params = { speed = 3, close = 0.1 },

  behavior = function(agent, params)
    local dx, dy = geom.direction(agent.x, agent.y, agent.target_x, agent.target_y)
    local off = geom.angle_difference(agent.facing, geom.angle(dx, dy))
    local step = math.deg(params.speed) * bt.dt
    agent.facing = agent.facing + geom.clamp(off, -step, step)
    if math.abs(off) - step < math.deg(params.close) then return "success" end
  end,
}
