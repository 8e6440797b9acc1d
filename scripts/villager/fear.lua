-- Fear groups the behaviors of a frightened villager. The hands are free for
-- them, since villager/work.lua drops the tool when it ends.
return {
  doc = "Is afraid.",
  on_enter = function(agent) agent.mood = "afraid" end,
  on_exit = function(agent) agent.mood = nil end,
}
