return {
  doc = "Looks around for two ticks.",

  behavior = function(agent, params, memory)
    memory.ticks = (memory.ticks or 0) + 1
    if memory.ticks == 2 then
      bt.log("finds the ball")
      agent.ball = agent.ball_lies_at
      return "success"
    end
  end,
}
