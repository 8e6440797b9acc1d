-- The enemy is out of sight: goes to the place where it was last seen. The eyes
-- (sense/look.lua) decide what happens next: it is found again, or forgotten.
local legs = require "lib.legs"

return {
  doc = "Goes to where the enemy was seen last.",
  params = { pace = 0.9 },

  precondition = function(agent)
    return agent.target ~= nil and agent.seen_x ~= nil
  end,

  behavior = function(agent, params)
    if field.near(agent.id, agent.seen_x, agent.seen_y, 1) then
      agent.facing = (agent.facing + 150 * bt.dt) % 360 -- there it should be!
    else
      legs.go(agent, agent.seen_x, agent.seen_y, params.pace)
    end
  end,
}
