-- Questions about agent.target. The eyes (sense/look.lua) may forget an enemy in
-- the same tick in which a fight with it goes on, so both functions return nil if
-- there is no target any more, or if it is dead.
local foe = {}

function foe.distance(agent)
  return agent.target and field.distance_to(agent.id, agent.target)
end

function foe.position(agent)
  if agent.target then return field.position(agent.target) end
end

return foe
