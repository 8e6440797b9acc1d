-- Skin. A victim knows its attacker, even from behind. The attacker becomes the
-- target, unless there is a nearer one.
return {
  doc = "Turns to whoever has hurt it.",
  stimulus = "hurt",
  non_exclusive = true,

  behavior = function(agent)
    local by = bt.stimulus().by
    agent.hurt_at = bt.time()
    local distance = field.distance_to(agent.id, by)
    if distance and (not agent.sees or distance < agent.foe_distance) then
      agent.target, agent.sees = by, true
      agent.seen_x, agent.seen_y = field.position(by)
      agent.seen_at, agent.foe_distance = bt.time(), distance
    end
    return "success"
  end,
}
