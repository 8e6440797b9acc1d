-- Goes to the place of the last noise and looks around. Needs a guard:
--   investigate when noise_x ~= nil
local legs = require "lib.legs"

return {
  doc = "Goes to see what made a noise.",
  params = { pace = 0.8, near = 2, seconds = 6 },

  run = function(agent, params)
    local x, y, start = agent.noise_x, agent.noise_y, bt.time()
    agent.facing = field.bearing(agent.id, x, y)
    bt.wait(0.3) -- "What was that?"
    while not field.near(agent.id, x, y, params.near) and bt.time() - start < params.seconds do
      legs.go(agent, x, y, params.pace)
      bt.yield()
    end
    legs.stop(agent)
    for _ = 1, 2 do
      agent.facing = (agent.facing + 140) % 360
      bt.wait(0.4)
    end
    agent.noise_x, agent.noise_y, agent.noise_at = nil, nil, nil
  end,
}
