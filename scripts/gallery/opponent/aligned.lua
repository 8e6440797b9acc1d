return {
  doc = "Succeeds if the agent faces the player, give or take one degree.",

  behavior = function(agent)
    local x, y = agent.player_x, agent.player_y
    return geom.in_cone(agent.x, agent.y, agent.facing, 2, math.huge, x, y)
  end,
}
