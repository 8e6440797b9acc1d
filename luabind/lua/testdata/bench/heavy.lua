-- Hooks that do more: loops over tables, methods, closures, strings, coroutines.
local sqrt = math.sqrt
local Vec = {}
Vec.__index = Vec
function Vec.new(x, y) return setmetatable({ x = x, y = y }, Vec) end
function Vec:sub(o) return Vec.new(self.x - o.x, self.y - o.y) end
function Vec:len() return sqrt(self.x * self.x + self.y * self.y) end

function nearest(agent)
  local best, distance = nil, 1e9
  for i = 1, #agent.list do
    local n = agent.list[i]
    local dx, dy = n.x - agent.x, n.y - agent.y
    local d = dx * dx + dy * dy
    if d < distance and n.hp > 0 then best, distance = n, d end
  end
  agent.best, agent.distance = best, distance
  return distance > 0
end

function methods(agent)
  local p, sum = Vec.new(agent.x, agent.y), 0
  for i, n in ipairs(agent.list) do
    sum = sum + p:sub(n):len()
  end
  local function scale(k) return sum * k end
  agent.threat = scale(0.5)
  return agent.threat > 0
end

function strings(agent)
  local s = "g" .. agent.id .. ":" .. agent.state
  if s:sub(1, 1) == "g" and #s > 3 then agent.label = s:upper() end
  return agent.label ~= nil
end

function resume(agent)
  return coroutine.resume(agent.run, agent)
end

function make(i)
  local agent = { hp = 100, x = i % 50, y = i % 37, id = i, state = "idle", n = 0, list = {} }
  for k = 1, 20 do
    agent.list[k] = { x = (i * 7 + k * 13) % 100, y = (i * 11 + k * 5) % 100, hp = k % 3 }
  end
  agent.run = coroutine.create(function(agent)
    while true do
      agent.n = agent.n + 1
      coroutine.yield(true)
    end
  end)
  return agent
end
