-- Moments that are kept in fields, such as agent.noise_at.
local clock = {}

-- Was that moment less than so many seconds ago? A moment that never was, was not.
function clock.within(moment, seconds)
  return moment ~= nil and bt.time() - moment < seconds
end

return clock
