return {
  doc = "Goes a step toward the ball or the bin. A ball in its hand comes along.",
  args = { "target" },

  behavior = function(agent, params)
    local goal = agent[params.target]
    agent.x = agent.x + (goal > agent.x and 1 or -1)
    if agent.grasped then agent.ball = agent.x end
    if agent.x == goal then return "success" end
  end,
}
