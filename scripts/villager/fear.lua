-- Fear holds together what a frightened villager does. The hands are free for it:
-- the tool is dropped by villager/work.lua when it is left.
return {
  doc = "Is afraid.",
  on_enter = function(agent) agent.mood = "afraid" end,
  on_exit = function(agent) agent.mood = nil end,
}
