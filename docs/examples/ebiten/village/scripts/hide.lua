local legs = require "lib.legs"

return {
  doc = "Runs home while the alarm is fresh.",
  params = { seconds = 5 },
  precondition = function(agent, params)
    local alarm = bt.board("village").alarm
    return alarm ~= nil and bt.time() - alarm < params.seconds
  end,
  behavior = function(agent)
    legs.go(agent, agent.home.x, agent.home.y)
  end,
}
