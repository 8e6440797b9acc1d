-- Ears. Takes in one noise after another and remembers the last one:
-- noise_x, noise_y where, noise_at when. Whoever wants to do something about a
-- noise has a guard `when noise_x ~= nil`, or waits for the stimulus itself.
return {
  doc = "Remembers where the last noise came from.",
  stimulus = "noise",
  non_exclusive = true,

  behavior = function(agent)
    local noise = bt.stimulus()
    agent.noise_x, agent.noise_y, agent.noise_at = noise.x, noise.y, bt.time()
    return "success"
  end,
}
