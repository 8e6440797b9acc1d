return {
  doc = "逃离附近的敌人。",

  params = { near = 10, speed = 4 },

  precondition = function(agent, params)
    return agent.enemy_x ~= nil and math.abs(agent.enemy_x - agent.x) < params.near
  end,

  on_enter = function(agent)
    print("救命！")
  end,

  behavior = function(agent, params)
    local way = agent.x < agent.enemy_x and -1 or 1
    agent.x = agent.x + way * params.speed * bt.dt
  end,

  on_exit = function(agent, params, memory, reason)
    print("不再逃跑：" .. reason)
  end,
}
