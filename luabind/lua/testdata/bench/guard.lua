-- The hooks of a guard: each takes the agent and reads and writes its fields.
flee, combat, melee, chase, patrol, root = {}, {}, {}, {}, {}, {}

function flee.precondition(agent) return agent.hp < 30 end
function flee.behavior(agent) agent.x = agent.x - agent.vx end

function combat.precondition(agent) return agent.target ~= nil end

function melee.precondition(agent)
  local dx = agent.target - agent.x
  return dx * dx < 4
end
function melee.behavior(agent) agent.swings = agent.swings + 1 end

function chase.behavior(agent)
  if agent.target > agent.x then
    agent.x = agent.x + agent.vx
  else
    agent.x = agent.x - agent.vx
  end
end

function patrol.behavior(agent)
  agent.x = agent.x + agent.vx
  if agent.x > 100 or agent.x < 0 then agent.vx = -agent.vx end
end

function root.behavior(agent) agent.ticks = agent.ticks + 1 end

function make(i)
  local agent = { hp = 100, x = i % 50, vx = 1, ticks = 0, swings = 0, id = i }
  if i % 10 == 0 then agent.hp = 10 end
  if i % 10 >= 1 and i % 10 <= 4 then
    agent.target = i % 2 == 0 and agent.x or agent.x + 1e6
  end
  return agent
end
