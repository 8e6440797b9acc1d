-- A behavior tree in plain Lua, as a game without an engine writes it: one function walks the tree. It protects the tick
-- of each agent. It counts no instructions, and has no results, requests or history.
--
-- The chunk is called with a list of nodes and a list of agents. A node has the hooks of its behavior, and the indices
-- child and sibling. The chunk returns a function that ticks all agents, and one that returns the number of hook calls.

local nodes, agents = ...

local calls = 0
local actives = {} -- by agent: the set of the nodes that were active in the last tick
for i = 1, #agents do actives[i] = {} end

local function tick_agent(i)
  local agent, was, active, order, n = agents[i], actives[i], {}, {}, 0
  local at = 1
  while at do
    local node = nodes[at]
    local ready = true
    if node.precondition then
      calls = calls + 1
      ready = node.precondition(agent)
    end
    if ready then
      active[at] = true
      n = n + 1
      order[n] = at
      at = node.child
    else
      at = node.sibling
    end
  end
  for at in pairs(was) do
    local node = nodes[at]
    if not active[at] and node.on_exit then
      calls = calls + 1
      node.on_exit(agent)
    end
  end
  for k = 1, n do
    local at = order[k]
    local node = nodes[at]
    if node.on_enter and not was[at] then
      calls = calls + 1
      node.on_enter(agent)
    end
    if node.behavior then
      calls = calls + 1
      node.behavior(agent)
    end
  end
  actives[i] = active
end

local function tick()
  for i = 1, #agents do
    local ok, err = pcall(tick_agent, i)
    if not ok then error(err) end
  end
end

return tick, function() return calls end
