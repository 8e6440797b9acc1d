return {
  doc = "Worth more the less it is afraid.",
  children = "sequential",
  utility = function(agent) return 4 - agent.fear end,
}
