-- A behavior tree in plain Lua, as a game without an engine writes it with care: one function walks the tree, and makes
-- no tables and no iterators in a tick. The tick as a whole is protected by its caller. It counts no instructions, and
-- has no results, requests or history.
--
-- The chunk is called with a list of nodes and a list of agents. A node has the hooks of its behavior, and the indices
-- child and sibling. The chunk returns a function that ticks all agents, and one that returns the number of hook calls.

local nodes, agents = ...

local calls = 0
local count = #nodes

local function none_active()
  local set = {}
  for at = 1, count do set[at] = false end
  return set
end

local actives = {} -- by agent: for each node, whether it was active in the last tick
for i = 1, #agents do actives[i] = none_active() end
local spare = none_active()

local function tick_agent(i)
  local agent, was, active = agents[i], actives[i], spare
  for at = 1, count do active[at] = false end
  local at = 1
  while at do
    local node = nodes[at]
    local precondition = node.precondition
    local ready = true
    if precondition then
      calls = calls + 1
      ready = precondition(agent)
    end
    if ready then
      active[at] = true
      at = node.child
    else
      at = node.sibling
    end
  end
  for at = 1, count do
    if was[at] and not active[at] then
      local on_exit = nodes[at].on_exit
      if on_exit then
        calls = calls + 1
        on_exit(agent)
      end
    end
  end
  for at = 1, count do -- the indices of nodes are in pre-order
    if active[at] then
      local node = nodes[at]
      local on_enter, behavior = node.on_enter, node.behavior
      if on_enter and not was[at] then
        calls = calls + 1
        on_enter(agent)
      end
      if behavior then
        calls = calls + 1
        behavior(agent)
      end
    end
  end
  actives[i], spare = active, was
end

local function tick()
  for i = 1, #agents do tick_agent(i) end
end

return tick, function() return calls end
