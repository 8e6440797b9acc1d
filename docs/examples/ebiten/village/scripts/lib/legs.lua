-- Walking, for all behaviors: around houses, with the eyes on the way.
local legs = {}

-- Walks for one tick, and returns whether the agent is there.
function legs.go(agent, x, y, share)
  local to_x, to_y, there = land.step(agent.x, agent.y, x, y, agent.speed * (share or 1) * bt.dt)
  if to_x ~= agent.x or to_y ~= agent.y then
    agent.facing = geom.angle(to_x - agent.x, to_y - agent.y)
  end
  agent.x, agent.y = to_x, to_y
  return there
end

-- Looks around for a time; for the hook run.
function legs.look_around(agent, seconds)
  local ends = bt.time() + seconds
  while bt.time() < ends do
    agent.facing = (agent.facing + 140 * bt.dt) % 360
    bt.yield()
  end
end

return legs
