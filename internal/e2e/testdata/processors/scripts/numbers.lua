-- Calls each function of math, and uses each operator, with numbers that are never round. A field for each function
-- names the one that differs.
return {
  behavior = function(agent)
    local x = (agent.x * 1.1 + math.random()) % 9.7
    local y = math.random(-30, 30) / 7 - x * 0.37 + bt.dt
    agent.x, agent.y = x, y
    for name, f in pairs(math) do
      if type(f) == "function" and name ~= "random" and name ~= "randomseed" then
        local a, b = f(x, y)
        local c, d = f(y / 5, x)
        agent[name], agent[name .. "_b"], agent[name .. "_c"], agent[name .. "_d"] = a, b, c, d
      end
    end
    agent.huge_sin, agent.huge_mod = math.sin(x * 1e30), math.fmod(x * 1e300, y)
    agent.power, agent.modulo = (x + 1) ^ (y * 9), y % x
    agent.sum = ((agent.sum or 0) * 0.99 + x * y - y / x) + x * x * x
    agent.counted = (agent.counted or 0) + x * 0.1
    agent.parsed = tonumber(tostring(x * 1e-5)) + tonumber(string.format("%.17g", y)) + "0.1" * y
  end,
}
