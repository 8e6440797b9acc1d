-- A day's work: goes to a place near the hut, hoes for a while, and goes on to
-- the next place. It holds the tool exactly as long as the behavior is active.
local legs = require "lib.legs"

return {
  doc = "Works here and there around its home.",
  params = { radius = 5, pace = 0.5, seconds = 3 },

  on_enter = function(agent) agent.tool = "hoe" end,

  run = function(agent, params)
    local x, y = field.around(agent.home_x or 0, agent.home_y or 0, math.random(0, 359), params.radius)
    local start = bt.time()
    while not field.near(agent.id, x, y, 0.8) do
      if bt.time() - start > 10 then return "failure" end -- the place is occupied
      legs.go(agent, x, y, params.pace)
      bt.yield()
    end
    legs.stop(agent)
    bt.wait(params.seconds)
  end,

  on_exit = function(agent) agent.tool = nil end,
}
