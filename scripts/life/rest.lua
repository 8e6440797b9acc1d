-- Goes home and recovers. Give it a guard with two numbers, so that it does not
-- begin and stop all the time:
--   rest when hp < 40 or (active("rest") and hp < 70)
local legs = require "lib.legs"

return {
  doc = "Goes home and recovers.",
  params = { rate = 6, pace = 0.6 }, -- rate: hit points per second

  behavior = function(agent, params)
    if not field.near(agent.id, agent.home_x, agent.home_y, 1.5) then
      legs.go(agent, agent.home_x, agent.home_y, params.pace)
      return
    end
    agent.hp = math.min(agent.max_hp, agent.hp + params.rate * bt.dt)
    if agent.hp == agent.max_hp then return "success" end
  end,
}
