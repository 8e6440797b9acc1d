-- Pain makes it angry for a while. Non-exclusive, since an angry creature can do
-- everything else. combat/strike.lua reads agent.rage, and a guard can use
-- active("rage").
return {
  doc = "Is angry for some time after a hit.",
  stimulus = "hurt",
  non_exclusive = true,
  params = { seconds = 6 },

  on_enter = function(agent) agent.rage = true end,

  run = function(_, params)
    bt.wait(params.seconds)
  end,

  on_exit = function(agent) agent.rage = nil end,
}
