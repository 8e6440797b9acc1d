-- Runs to the place of the alarm. After that it waits for the next alarm:
-- agent.answered is the time of the last alarm that it answered.
local alarm = require "lib.alarm"
local legs = require "lib.legs"

return {
  doc = "Runs to where the alarm was raised.",
  params = { fresh = 8, near = 2.5 },

  precondition = function(agent, params)
    local it = alarm.fresh(agent, params.fresh)
    return it ~= nil and it.at ~= agent.answered and it.by ~= agent.id
  end,

  behavior = function(agent, params)
    local it = alarm.fresh(agent, params.fresh)
    if field.near(agent.id, it.x, it.y, params.near) then
      agent.answered = it.at
      return "success"
    end
    legs.go(agent, it.x, it.y)
  end,
}
