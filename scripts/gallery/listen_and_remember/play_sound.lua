return {
  doc = "Growls while it sees somebody.",
  non_exclusive = true,

  precondition = function(agent) return agent.seen ~= nil end,

  behavior = function() bt.log("grrr") end,
}
