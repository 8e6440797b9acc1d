-- Noises. Everybody within earshot hears them, friend and foe.
local voice = {}

-- loudness is how far the noise is heard, in units; it is remembered by who
-- hears it for a second.
function voice.make(agent, loudness, kind)
  local x, y = field.position(agent.id)
  for _, listener in ipairs(field.earshot(agent.id, loudness)) do
    bt.post(listener, "noise", { by = agent.id, x = x, y = y, kind = kind }, 1)
  end
end

return voice
