local Pile = require("lib.pile")

return {
  doc = "Keeps values of all kinds in fields and in its memory.",

  params = { speed = 3, list = { 7 } },

  on_enter = function(agent, params, memory)
    local n, list = 0, {}
    list.self, list[1], list.agent = list, { n = 0 }, agent
    agent.list, agent.same, agent.params = list, list[1], params
    agent.up, agent.down = function() n = n + 3 return n end, function() n = n - 2 return n end
    agent.next = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end)
    agent.words = ("a b c d e f g h i j k l m n o p q r s t u v w x y z"):gmatch("%a")
    agent.pile, memory.table, memory.agent = Pile.new(), { 0 }, agent
  end,

  behavior = function(agent, params, memory)
    local list, t = agent.list, memory.table
    agent.same.n, t[#t + 1] = agent.same.n + 1, #t
    agent.out = table.concat({
      list[1].n, tostring(list.self == list and list.agent == agent and memory.agent == agent), #t,
      agent.up(), agent.down(), agent.up(), agent.next(), agent.words() or "", agent.pile:grow(),
      tostring(agent.params == params), params.speed * params.list[1], math.random(1000),
    }, " ")
    agent.half, agent.big, agent.nothing = 1 / 2, 2 ^ 60, 0 / 0
  end,
}
