return {
  doc = "Waits at different places.",

  params = { speed = 3 },

  run = function(agent, params)
    local sum, list, n = 0, {}, 0
    for i = 1, 100 do
      for k, v in pairs({ a = 1, b = 2 }) do
        sum = sum + v * params.speed
        list[#list + 1] = k
        bt.yield()
      end
      agent.out = sum .. table.concat(list)
      bt.wait(0.15)
      pcall(function()
        bt.wait_until(function() n = n + 1 return n % 3 == 0 end)
        agent.out = "n" .. n
      end)
    end
  end,
}
