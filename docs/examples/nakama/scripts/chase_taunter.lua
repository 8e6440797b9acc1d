return {
  doc = "Runs after the player who has taunted it, for a while.",
  stimulus = "taunt",
  params = { seconds = 3, speed = 5 },

  run = function(agent, params)
    local who = bt.stimulus().by
    local until_then = bt.time() + params.seconds
    while bt.time() < until_then and players.is_here(who) do
      local x, y = players.position(who)
      agent.x, agent.y = geom.move_toward(agent.x, agent.y, x, y, params.speed * bt.dt)
      bt.yield()
    end
  end,
}
