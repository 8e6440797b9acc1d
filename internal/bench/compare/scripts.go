package compare

import (
	"iter"
	"slices"
	"testing/fstest"
)

// Scripts holds scenarios with expensive hooks. They use tables, loops, strings, and a run that waits.
var Scripts = []*Scenario{
	heavy("tables", `local Vector = {}
Vector.__index = Vector

function Vector.new(x, y)
  return setmetatable({ x = x, y = y }, Vector)
end

function Vector:minus(other)
  return Vector.new(self.x - other.x, self.y - other.y)
end

function Vector:length()
  return math.sqrt(self.x * self.x + self.y * self.y)
end

return { behavior = function(agent)
  local here, sum = Vector.new(agent.x, agent.y), 0
  for i = 1, 20 do
    sum = sum + Vector.new(i, 2 * i):minus(here):length()
  end
  local function scaled(k) return sum * k end
  agent.out = agent.out + scaled(0.5)
end }`),

	heavy("loops", `local places = {}
for i = 1, 20 do
  places[i] = { x = i * 13 % 100, y = i * 5 % 100, open = i % 3 > 0 }
end

return { behavior = function(agent)
  local best, least = nil, 1e9
  for i = 1, #places do
    local p = places[i]
    local dx, dy = p.x - agent.x, p.y - agent.y
    local d = dx * dx + dy * dy
    if d < least and p.open then best, least = i, d end
  end
  agent.out = agent.out + best
end }`),

	heavy("strings", `return { behavior = function(agent)
  local s = "guard " .. agent.x .. ":" .. agent.y
  if s:sub(1, 1) == "g" and #s > 3 then agent.label = s:upper() end
  agent.out = agent.out + #agent.label
end }`),

	heavy("run", `return { run = function(agent)
  while true do
    agent.out = agent.out + 1
    bt.yield()
  end
end }`),
}

// ScriptsOfC returns the Scripts that the C++ program can run: those without run.
func ScriptsOfC() []*Scenario {
	return slices.DeleteFunc(slices.Clone(Scripts), func(s *Scenario) bool { return s.Name == "run" })
}

func heavy(name, script string) *Scenario {
	return &Scenario{Name: name, Agents: 200, start: heavyFields, files: fstest.MapFS{
		"act.lua":    file(script),
		name + ".bt": file("tree " + name + "\n  act\n"),
	}}
}

func heavyFields(i int) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		_ = yield("x", float64(i%50)) && yield("y", float64(i%37)) && yield("out", 0)
	}
}
