return {
  doc = "Turns toward the player, one degree per tick, and never ends.",

  behavior = function(agent)
    local dx, dy = geom.direction(agent.x, agent.y, agent.player_x, agent.player_y)
    local off = geom.angle_difference(agent.facing, geom.angle(dx, dy))
    agent.facing = agent.facing + geom.clamp(off, -1, 1)
  end,
}
