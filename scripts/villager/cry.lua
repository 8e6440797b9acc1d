-- Cries for help: raises the village's alarm, for the guards, and calls its own
-- dog. Non-exclusive, since a villager cries and runs at the same time.
local alarm = require "lib.alarm"
local voice = require "lib.voice"

return {
  doc = "Raises the alarm and calls the dog.",
  non_exclusive = true,
  params = { every = 3, loudness = 9 }, -- every: seconds between cries

  run = function(agent, params)
    alarm.raise(agent, agent.seen_x, agent.seen_y)
    voice.make(agent, params.loudness, "cry")
    local dog = field.pet(agent.id)
    if dog then
      bt.post(dog, "call", { by = agent.id, x = agent.x, y = agent.y }, 3)
    end
    bt.wait(params.every)
  end,
}
