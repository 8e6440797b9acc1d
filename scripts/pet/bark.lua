-- Barks at an enemy. Guards and the owner hear it.
local voice = require "lib.voice"

return {
  doc = "Barks.",
  non_exclusive = true,
  params = { every = 1.5, loudness = 10 },

  run = function(agent, params)
    voice.make(agent, params.loudness, "bark")
    bt.wait(params.every)
  end,
}
