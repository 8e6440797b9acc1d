-- It celebrates a kill on the spot, which gives all others time to run.
-- The game posts the stimulus "victory" to the killer.
local voice = require "lib.voice"

return {
  doc = "Feasts on what it has killed.",
  stimulus = "victory",
  params = { seconds = 2, heals = 15 },

  run = function(agent, params)
    voice.make(agent, 8, "feast")
    bt.wait(params.seconds)
    agent.hp = math.min(agent.max_hp, agent.hp + params.heals)
  end,
}
