local legs = require "lib.legs"

return {
  doc = "Runs to the thief that it sees.",
  behavior = function(agent)
    if not agent.thief then return "failure" end -- out of sight since the decision of this tick
    legs.go(agent, agent.seen_x, agent.seen_y)
    if geom.distance(agent.x, agent.y, agent.seen_x, agent.seen_y) < 1 then
      bt.request(agent, "catch", { who = agent.thief }, { channel = "hands" })
    end
  end,
}
