-- Noises. All agents within earshot hear them, friends and enemies.
local voice = {}

-- loudness is the distance at which the noise is heard, in units. An agent that
-- hears it remembers it for a second.
function voice.make(agent, loudness, kind)
  local x, y = field.position(agent.id)
  for _, listener in ipairs(field.earshot(agent.id, loudness)) do
    bt.post(listener, "noise", { by = agent.id, x = x, y = y, kind = kind }, 1)
  end
end

return voice
