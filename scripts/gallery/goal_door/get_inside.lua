return {
  doc = "Gets inside: chooses the first child that is ready and not done yet.",
  children = "goal",
  postcondition = function(agent) return agent.inside end,
}
