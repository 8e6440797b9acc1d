-- Calls the pack to the prey: once when the fight begins, and again if the fight
-- takes long. Non-exclusive, so that it howls and bites at the same time.
return {
  doc = "Calls the pack to the enemy.",
  non_exclusive = true,
  params = { range = 18, every = 6 },

  run = function(agent, params)
    for _, friend in ipairs(field.pack(agent.id, params.range)) do
      bt.post(friend, "howl", { by = agent.id, x = agent.seen_x, y = agent.seen_y }, 2)
    end
    bt.wait(params.every)
  end,
}
