-- Ears. Takes in one noise after another and remembers the last one: noise_x and
-- noise_y are the place, noise_at is the time. To react to a noise, use the guard
-- `when noise_x ~= nil`, or wait for the stimulus itself.
-- A near noise hides distant ones for a moment.
local clock = require "lib.clock"

return {
  doc = "Remembers where the last noise came from.",
  stimulus = "noise",
  non_exclusive = true,

  params = { drown = 0.5 }, -- seconds for which a nearer noise hides others

  behavior = function(agent, params)
    local noise = bt.stimulus()
    local distance = geom.distance(agent.x, agent.y, noise.x, noise.y)
    local drowned = clock.within(agent.noise_at, params.drown) and distance > agent.noise_distance
    if not drowned then
      agent.noise_x, agent.noise_y, agent.noise_at = noise.x, noise.y, bt.time()
      agent.noise_distance = distance
    end
    return "success"
  end,
}
