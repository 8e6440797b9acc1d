-- Makes an enemy near its owner its target, even an enemy behind it: a dog smells.
-- It only chooses the target; other behaviors of the tree fight.
return {
  doc = "Watches over its owner.",
  non_exclusive = true,
  params = { range = 6 },

  precondition = function(agent, params)
    return agent.owner ~= nil and not agent.sees and field.threat(agent.owner, params.range) ~= nil
  end,

  behavior = function(agent, params)
    local threat = field.threat(agent.owner, params.range)
    agent.target, agent.sees, agent.seen_at = threat, true, bt.time()
    agent.seen_x, agent.seen_y = field.position(threat)
    agent.foe_distance = field.distance_to(agent.id, threat)
    return "success"
  end,
}
