-- Points in time in fields, such as agent.noise_at.
local clock = {}

-- Reports whether a time is less than the given seconds ago. nil is never recent.
function clock.within(moment, seconds)
  return moment ~= nil and bt.time() - moment < seconds
end

return clock
