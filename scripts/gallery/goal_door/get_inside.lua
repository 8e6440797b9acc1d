return {
  doc = "Gets inside: of its children the first one that is ready and not done yet.",
  children = "goal",
  postcondition = function(agent) return agent.inside end,
}
