-- A behavior tree in plain Lua, as a game without an engine writes it with care: one function walks the tree, and makes
-- no tables and no iterators in a tick. The tick as a whole is protected by its caller. It counts no instructions, and
-- has no results, requests or history.
--
-- The chunk is called with a list of nodes and a list of agents. A node has the hooks of its behavior, and the indices
-- child and sibling. The chunk returns a function that ticks all agents, and one that returns the number of hook calls.

local nodes, agents = ...

local calls = 0

-- The active nodes of an agent are a path from the root down: the node at a level is the first sibling that is ready.
local paths, spare = {}, {} -- by agent: its path in the last tick, ended by false
for i = 1, #agents do paths[i] = { false } end

-- The nodes, by index; false stands for none.
local precondition, behavior, on_enter, on_exit, child, sibling = {}, {}, {}, {}, {}, {}
for at, node in ipairs(nodes) do
  precondition[at], behavior[at] = node.precondition or false, node.behavior or false
  on_enter[at], on_exit[at] = node.on_enter or false, node.on_exit or false
  child[at], sibling[at] = node.child or false, node.sibling or false
end

local function tick_agent(i)
  local agent, was, path = agents[i], paths[i], spare
  local at, n, same = 1, 0, 0 -- same: the number of nodes that the two paths share
  while at do
    local ask, ready = precondition[at], true
    if ask then
      calls = calls + 1
      ready = ask(agent)
    end
    if ready then
      n = n + 1
      path[n] = at
      if same == n - 1 and was[n] == at then same = n end
      at = child[at]
    else
      at = sibling[at]
    end
  end
  path[n + 1] = false
  local k = same + 1
  while was[k] do
    local f = on_exit[was[k]]
    if f then
      calls = calls + 1
      f(agent)
    end
    k = k + 1
  end
  for k = 1, n do
    local at = path[k]
    local enter, act = on_enter[at], behavior[at]
    if enter and k > same then
      calls = calls + 1
      enter(agent)
    end
    if act then
      calls = calls + 1
      act(agent)
    end
  end
  paths[i], spare = path, was
end

local function tick()
  for i = 1, #agents do tick_agent(i) end
end

return tick, function() return calls end
