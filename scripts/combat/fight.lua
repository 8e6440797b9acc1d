-- A fight, with any children. The weapon is drawn once when the fight begins,
-- whatever the number of blows, and put away when it ends for any reason:
-- victory, flight, death, or an edit of the tree.
return {
  doc = "A fight: the weapon is drawn.",

  precondition = function(agent)
    return agent.target ~= nil
  end,

  on_enter = function(agent) agent.weapon = "drawn" end,
  on_exit = function(agent) agent.weapon = nil end,
}
