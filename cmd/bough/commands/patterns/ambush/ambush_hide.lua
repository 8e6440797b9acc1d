return {
  doc = "Hides, and is no longer hidden when it does anything else.",
  on_enter = function(agent) agent.hidden = true end,
  on_exit = function(agent) agent.hidden = false end,
}
