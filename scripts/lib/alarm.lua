-- The alarm of a village is on the village's board, where all its inhabitants can
-- read it. A write is visible from the next tick on.
local clock = require "lib.clock"

local alarm = {}

local function board(agent)
  return bt.board(agent.village or "village")
end

function alarm.raise(agent, x, y)
  board(agent).alarm = { by = agent.id, x = x, y = y, at = bt.time() }
end

-- Returns the alarm if it is not older than the given seconds, otherwise nil.
function alarm.fresh(agent, seconds)
  local it = board(agent).alarm
  if it and clock.within(it.at, seconds) then return it end
end

return alarm
