-- Stands and roars. The guard in the tree determines how long, by the time of the
-- rage: roar when active("rage") and since("rage") < 0.6
local voice = require "lib.voice"

return {
  doc = "Roars, so that all around hear it.",
  params = { loudness = 14 },

  on_enter = function(agent, params)
    voice.make(agent, params.loudness, "roar")
  end,
}
