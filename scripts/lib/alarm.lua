-- The alarm of a village hangs on the village's board, where everybody who lives
-- there can read it. What is written is seen from the next tick on.
local clock = require "lib.clock"

local alarm = {}

local function board(agent)
  return bt.board(agent.village or "village")
end

function alarm.raise(agent, x, y)
  board(agent).alarm = { by = agent.id, x = x, y = y, at = bt.time() }
end

-- The alarm, if it is not older than so many seconds; else nil.
function alarm.fresh(agent, seconds)
  local it = board(agent).alarm
  if it and clock.within(it.at, seconds) then return it end
end

return alarm
