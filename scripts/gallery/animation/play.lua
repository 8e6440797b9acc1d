local animation = require "lib.animation"

return {
  doc = "Plays a clip to its end. It begins when the previous clip has ended or allows chaining, or at once if it cuts in.",
  params = { cuts_in = false },
  args = { "clip" },

  precondition = function(agent, params)
    return agent.clip == params.clip or agent.may_chain or agent.over or params.cuts_in
  end,

  on_enter = function(agent, params)
    animation.show(agent, params.clip, 1)
  end,

  behavior = function(agent)
    if agent.over then return "success" end
  end,
}
