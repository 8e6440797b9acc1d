-- Eyes. Keeps in fields what all fighting and fleeing goes by:
--   target         the enemy it thinks of, nil for none
--   sees           whether it sees that enemy just now
--   foe_distance   how far away the enemy was when last seen
--   seen_x, seen_y, seen_at   where and when that was
local clock = require "lib.clock"

local function remember(agent, id)
  agent.target, agent.sees = id, true
  agent.seen_x, agent.seen_y = field.position(id)
  agent.seen_at = bt.time()
  agent.foe_distance = field.distance_to(agent.id, id)
end

local function forget(agent)
  agent.target, agent.sees, agent.foe_distance = nil, false, nil
end

return {
  doc = "Looks out for enemies and remembers the one it has chosen.",
  non_exclusive = true,

  params = {
    every = 0.2,  -- seconds between two looks; more is cheaper, and duller
    memory = 4,   -- seconds for which a lost enemy is looked for
    range = 12,   -- for creatures that the game gives no sight of their own
  },

  behavior = function(agent, params, memory)
    local target = agent.target
    if target and not field.is_alive(target) then
      forget(agent)
    end
    if memory.next and bt.time() < memory.next then return end
    memory.next = bt.time() + params.every

    -- It keeps to one enemy as long as it sees it: who changes targets all the
    -- time kills nobody.
    target = agent.target
    if target and field.can_see(agent.id, target) then
      remember(agent, target)
      return
    end
    agent.sees = false
    local nearest = field.sight(agent.id, agent.sight or params.range)
    if nearest then
      remember(agent, nearest)
    elseif target and not clock.within(agent.seen_at, params.memory) then
      forget(agent)
    end
  end,
}
