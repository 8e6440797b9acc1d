return {
  doc = "Worth more the more it is afraid.",
  children = "sequential",
  utility = function(agent) return agent.fear end,
}
