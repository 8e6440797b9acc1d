-- Eyes. Sets the fields that fighting and fleeing use:
--   target         the enemy that it has in mind, nil for none
--   sees           whether it sees that enemy at present
--   foe_distance   the distance of the enemy when it was last seen
--   seen_x, seen_y, seen_at   the place and the time
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
    every = 0.2,  -- seconds between looks; more costs less, but reacts later
    memory = 4,   -- seconds for which it searches for a lost enemy
    range = 12,   -- for creatures for which the game sets no sight
  },

  behavior = function(agent, params, memory)
    local target = agent.target
    if target and not field.is_alive(target) then
      forget(agent)
    end
    if memory.next and bt.time() < memory.next then return end
    memory.next = bt.time() + params.every

    -- It keeps its target as long as it sees it: a creature that changes targets
    -- all the time kills none of them.
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
