-- the forms of the behavior table: all good
local speed = 3
local memo = {}
memo.list = { 1, 2 }
local function step(agent, d) agent.x = agent.x + d end
local M = { precondition = function(agent) return agent.hp > 0 end }
function M.on_enter(agent, params, memory) memory.n = 0 end
M.on_exit = function(agent) agent.done = true end
function M:behavior(params) step(self, speed) end
function M.turn(a) return a end --> `12: warning unused-function name="turn" -> list-hooks name="turn"`
return M
---
melee = { non_exclusive = true }
function melee.behavior(agent) agent.x = 1 end
---
melee = {}
function melee.behavior(agent)
  melee.count = 1 --> `3: constant-entry-written entry="melee.count" file="scripts/melee.lua" -> keep-state-or-copy`
  melee = nil --> `3: global-assigned name="melee" -> keep-state`
  table.insert(melee, 1) --> `16: constant-table-changed file="scripts/melee.lua" function="table.insert" table="melee" -> keep-state-or-copy`
end
---
melee = {} --> `1: global-assigned name="melee" -> write-local-or-module name="melee"`
return {}
---
count = 0 --> `1: global-assigned name="count" -> write-local-or-module name="count"`
function helper() end --> `10: global-assigned name="helper" -> write-local-function name="helper"`
count.x = 1
return {
  behavior = function(agent)
    total = 1 --> `5: global-assigned name="total" -> write-local-or-share name="total"`
    local a, b
    a, b, c = 1, 2, 3 --> `11: global-assigned name="c" -> write-local-or-share name="c"`
    for i = 1, 2 do i = 3 end
  end,
}
---
local hits, cache = 0, {}
local M = { list = {} }
local board = bt.board("team")
local lib = require "lib.x"
lib.x = 1 --> `1: warning module-written name="lib" -> it`
local part = lib.part
part[1] = 2 --> `1: warning module-written name="lib" -> it`
table.sort(part) --> `12: warning module-changed function="table.sort" name="lib" -> it`
local copy = { lib.x, part }
copy[1] = 2
local own = require "lib.y"
own = own.copy(own)
own.x = 1
hits = 1
cache.a = 1
do
  local inner = 0
  function M.f() inner = 1 end --> `14: warning unused-function name="f" -> list-hooks name="f"` `18: file-local-assigned name="inner" -> it`
end
function M.behavior(agent, params, memory)
  hits = hits + 1 --> `3: file-local-assigned name="hits" -> it`
  local hits = 2
  hits = 3
  cache[agent.id] = 1 --> `3: constant-entry-written entry="cache[agent.id]" file="scripts/melee.lua" -> keep-state-or-copy`
  M.count = M.count + 1 --> `3: constant-entry-written entry="M.count" file="scripts/melee.lua" -> keep-state-or-copy`
  M.a.b["c"].d = 1 --> `3: constant-entry-written entry="M.a.b[\"c\"].d" file="scripts/melee.lua" -> keep-state-or-copy`
  table.insert(cache, 1) --> `16: constant-table-changed file="scripts/melee.lua" function="table.insert" table="cache" -> keep-state-or-copy`
  table.sort(M.list) --> `14: constant-table-changed file="scripts/melee.lua" function="table.sort" table="M.list" -> keep-state-or-copy`
  local l = M.list
  l[1] = 2 --> `3: constant-entry-written entry="l[1]" file="scripts/melee.lua" -> keep-state-or-copy`
  table.remove(l) --> `16: constant-table-changed file="scripts/melee.lua" function="table.remove" table="l" -> keep-state-or-copy`
  table.insert(agent.list, 1)
  board.x = 1
  table.insert(board, 1)
  lib.x = 1 --> `3: constant-entry-written entry="lib.x" file="scripts/melee.lua" -> keep-state-or-copy`
  memory.x = 1
  local function nested(cache) cache.x = 1; hits = 4 end
  function M.late() end --> `12: constant-entry-written entry="M.late" file="scripts/melee.lua" -> keep-state-or-copy`
  do local cache = {}; cache.x = 1 end
  cache = nil --> `3: file-local-assigned name="cache" -> it`
end
return M
---
math.x = 1 --> `6: shared-entry-written entry="math" table="math" -> it`
string.rep = nil --> `8: shared-entry-written entry="string.rep" table="string" -> it`
local m = math
m.huge = 1 --> `3: shared-entry-written entry="m.huge" table="math" -> it`
_G.x = 1 --> `4: shared-entry-written entry="_G.x" table="_G" -> it`
return { behavior = function() bt.foo = 1 end } --> `35: shared-entry-written entry="bt.foo" table="bt" -> it`
---
return { behavior = function()
  self.x = 1 --> `8: missing-global-written name="self" -> write-agent-or-memory key="x"`
  Blackboard["hp"] = 1 --> `14: missing-global-written name="Blackboard" -> write-agent-or-memory key="hp"`
  transform.position.x = 3 --> `22: global-field-written name="transform" -> write-agent-or-memory key="x"`
  bt.board.village.alarm = true --> `3: board-function-written board="village" call="bt.board(\"village\")" -> it`
end }
---
local alias = function(agent) agent.y = 1 end --> `31: decide-writes key="y" table="agent" who="postcondition" -> it` `43: warning missing-answer hook="postcondition" -> end-with-condition`
return {
  precondition = function(agent, params)
    agent.x = 1 --> `5: decide-writes key="x" table="agent" who="precondition" -> it`
    agent.pos.x = 1 --> `5: decide-writes key="x" table="agent" who="precondition" -> it`
    agent[1] = 1 --> `5: decide-writes key="an entry" table="agent" who="precondition" -> it`
    local a = agent
    a.x = 1 --> `5: decide-writes key="x" table="a" who="precondition" -> it`
    table.insert(agent.list, 1) --> `18: decide-changes function="table.insert" table="agent.list" who="precondition" -> it`
    local t = {}
    t.x = 1
    for i, e in ipairs(agent.list) do e = 1 end
    local f = function() agent.z = 1 end --> `26: decide-writes key="z" table="agent" who="precondition" -> it`
    local g = function(agent) agent.z = 1 end
    bt.request(agent, "move") --> `5: decide-calls-action function="bt.request" who="precondition" -> it`
    bt.yield() --> `5: wait-outside-run function="bt.yield" -> it`
    return agent.x == nil
  end,
  utility = function(npc) npc.score = 1 return 1 end, --> `27: decide-writes key="score" table="npc" who="utility" -> it`
  postcondition = alias,
  helper = function(agent) agent.x = 1 end, --> `3: warning unused-function name="helper" -> list-hooks name="helper"`
}
---
local wait = bt.wait
local bt = bt
return {
  behavior = function(agent)
    bt.wait(2) --> `5: wait-outside-run function="bt.wait" -> write-run function="function(agent)"`
    wait(1)
    local co = coroutine.create(function() bt.yield() end)
    bt.request(agent, "x")
  end,
  on_exit = function() bt.sleep(1) end, --> `24: wait-outside-run function="bt.sleep" -> it`
}
---
return { run = function() bt.wait(1) bt.wait_until(f) end }
---
return {
  on_entre = function() end, --> `3: unknown-hook name="on_entre" near="on_enter" -> it`
  behaviour = function() end, --> `3: unknown-hook name="behaviour" near="behavior" -> it`
  onExit = 3, --> `3: unknown-hook name="onExit" near="on_exit" -> it`
  PreCondition = f, --> `3: unknown-hook name="PreCondition" near="precondition" -> it`
  non_exlusive = true, --> `3: unknown-behavior-field name="non_exlusive" near="non_exclusive" -> it`
  stimuli = function() end, --> `3: warning unused-function name="stimuli" -> list-hooks name="stimuli"`
  param = {}, --> `3: unknown-behavior-field name="param" near="params" -> it`
  turn = function() end, sum = function() end, interrupt = 3, range = 5, fun = 1, --> `26: warning unused-function name="sum" -> list-hooks name="sum"` `3: warning unused-function name="turn" -> list-hooks name="turn"`
  ["on_entr"] = 1, --> `4: unknown-hook name="on_entr" near="on_enter" -> it`
  [on_entre] = 1, "on_entre",
}
---
return {
  behavior = 7, --> `14: hook-not-function name="behavior" value="a number" -> write-hook name="behavior"`
  on_enter = "x", --> `14: hook-not-function name="on_enter" value="a text" -> write-hook name="on_enter"`
  on_exit = {}, --> `13: hook-not-function name="on_exit" value="a table" -> write-hook name="on_exit"`
  utility = nil, postcondition = some.thing, precondition = make(),
}
---
local M = {}
function M.behavior() end
function M.run() end --> `12: both-defined key="run" other="behavior" -> keep-one-hook line=2 other="behavior"`
return M
---
local name = "x"
local a = require "lib.a"
local b = require("lib.b")
local c = require(name) --> `19: require-without-name -> it`
local d = require("lib." .. name) --> `19: require-without-name -> it`
local e = require() --> `11: require-without-name -> it`
return {}
---
-- scopes
local x = 1
return {
  behavior = function(agent)
    repeat local x = 2; x = 3 until x == 3
    for x = 1, 2 do x = 2 end
    for x, y in pairs({}) do x, y = y, x end
    do local x; x = 1 end
    local function f(x) x = 1 end
    local function x() x = nil end
    x = 1
    while true do local x = 1; x = 2; break end
    if x then local agent = {}; agent.x = 1 elseif x then else x = 1 end
    goto out
    ::out::
  end,
  on_enter = function(...) local arg = 1 x = 2 end, --> `42: file-local-assigned name="x" -> it`
}
---
local M, seen = {}, false
function M.on_enter(agent) if agent then (seen and f or g)(agent); seen = true end end --> `68: file-local-assigned name="seen" -> it`
M["on_exit"] = function(agent) ({ f = function() seen = false end }).f() end --> `50: file-local-assigned name="seen" -> it`
return (M)
---
-- restrictions of choosers and decorators: choose decides, result acts
return {
  choose = function(agent, params, children)
    agent.last = children[1] --> `5: decide-writes key="last" table="agent" who="choose" -> it`
    bt.post(agent.id, "x") --> `5: decide-calls-action function="bt.post" who="choose" -> it`
    bt.wait(1) --> `5: wait-outside-run function="bt.wait" -> it`
    table.sort(children, function(a, b) return a.score > b.score end)
    children[1].score = 7
    table.insert(agent.list, 1) --> `18: decide-changes function="table.insert" table="agent.list" who="choose" -> it`
    return 1
  end,
  result = function(agent, params, memory, status)
    agent.last, memory.n = status, 1
    bt.post(agent.id, "x")
    bt.wait(1) --> `5: wait-outside-run function="bt.wait" -> it`
    return status
  end,
  chose = function() end, --> `3: unknown-hook name="chose" near="choose" -> it`
  interval = 1,
  importnce = 2, --> `3: unknown-behavior-field name="importnce" near="importance" -> it`
}
---
-- a hook that is called in Decide gets no memory, and must not keep params
return {
  precondition = function(agent, params, memory)
    if memory then return true end
    local n = memory.n --> `22: memory-while-deciding hook="precondition" -> it`
    memory.n = n + 1
    params.speed = 2 --> `5: decide-writes key="speed" table="params" who="precondition" -> write-field-elsewhere`
    local p = params
    p.list[1] = 2 --> `5: decide-writes key="list" table="p" who="precondition" -> write-field-elsewhere`
    return n > 3
  end,
  utility = function(agent, params, memory) memory[1] = 2 return 1 end, --> `45: memory-while-deciding hook="utility" -> it`
  postcondition = function(agent, params, memory) return agent.x == 1 end,
  choose = function(agent, params, children) children.n = 1 return children[1].index end,
  on_enter = function(agent, params, memory) memory.n = 0 end,
}
---
-- parameters that a hook does not have
local function step() agent.x = 1 end --> `23: not-a-parameter name="agent" -> parameter-of-hooks name="agent"`
return {
  behavior = function() agent.x = 1 end, --> `25: not-a-parameter name="agent" -> write-it text="behavior = function(agent)"`
  on_enter = function(a) agent.x = 1 end, --> `26: not-a-parameter name="agent" -> parameter-called-otherwise hook="on_enter" n=1 name="agent" own="a"`
  on_exit = function(agent) memory.x = 1 end, --> `29: not-a-parameter name="memory" -> write-it text="on_exit = function(agent, params, memory)"`
}
---
-- parameters in another place
return {
  behavior = function(agent, memory) memory.x = 1 end, --> `30: misplaced-parameter given="params" hook="behavior" n=2 name="memory" -> write-it text="function(agent, params, memory)"`
  on_enter = function(self, agent) agent.x = agent.x + 1 end, --> `23: self-parameter function="function(agent)" hook="on_enter" name="self" -> it`
  on_exit = function(agent, _, reason) return reason end, --> `32: misplaced-parameter given="memory" hook="on_exit" n=3 name="reason" -> write-it text="function(agent, params, memory, reason)"`
  result = function(agent, status) if status == "success" then return "failure" end end, --> `28: misplaced-parameter given="params" hook="result" n=2 name="status" -> write-it text="function(agent, params, memory, status)"`
  choose = function(agent, children) return #children end, --> `28: misplaced-parameter given="params" hook="choose" n=2 name="children" -> write-it text="function(agent, params, children)"`
  utility = function(agent, memory) return 1 end,
  precondition = function(params, agent) return agent.x end, --> `35: misplaced-parameter given="params" hook="precondition" n=2 name="agent" -> write-it text="function(agent, params)"`
}
---
local M = {}
function M:behavior(agent) --> `21: misplaced-parameter given="params" hook="behavior" n=2 name="agent" -> write-without-self function="function(agent, params)"`
  agent.x = 1
end
return M
---
-- parameters without a default
return {
  params = { speed = 2, ["far"] = 5 },
  behavior = function(agent, params, memory)
    if params.sped > params.far then return params.speed end --> `15: warning undeclared-param name="sped" near="speed" table="params" -> it`
    memory.other = agent.sped
  end,
  on_enter = function(agent, p) agent.n = p.reach or p.farr end, --> `56: warning undeclared-param name="farr" near="far" table="p" -> it`
  helper = function(agent, params) return params.none end, --> `3: warning unused-function name="helper" -> list-hooks name="helper"`
}
---
return { params = { speed = 2 }, args = { "point" }, behavior = function(agent, params) return params.point, params.pont end } --> `117: warning undeclared-param name="pont" near="point" table="params" -> it`
---
local list = { "point" }
return { params = { speed = 2 }, args = list, behavior = function(agent, params) return params.pont end }
---
return { params = { 1, speed = 2 }, behavior = function(agent, params) return params.none end }
---
local M = { params = { speed = 2 } }
M.params.none = 1
function M.behavior(agent, params) return params.none end
return M
---
return {
  behavior = function(agent)
    count = (count or 0) + 1 --> `5: global-assigned name="count" -> keep-in-field text="agent.count = (agent.count or 0) + 1"`
  end,
}
---
count = 10
return {
  behavior = function(me)
    local function add(n)
      count = n + count * 2 --> `7: global-assigned name="count" -> keep-in-field-instead lines=[1] text="me.count = n + (me.count or 10) * 2"`
    end
    count = 3
    print(count)
  end,
}
---
a, b = 1, 2
return {
  precondition = function(agent)
    asked = asked + 1 --> `5: global-assigned name="asked" -> keep-value-in-place name="asked"`
    return true
  end,
  behavior = function(agent)
    a = a + 1 --> `5: global-assigned name="a" -> keep-value-in-place name="a"`
    b, n = 1, n + 1 --> `5: global-assigned name="b" -> keep-value-in-place name="b"` `8: global-assigned name="n" -> keep-value-in-place name="n"`
    total = total .. "x" --> `5: global-assigned name="total" -> keep-in-field text="agent.total = agent.total .. \"x\""`
  end,
}
---
-- functions without calls: hooks of other engines first
return {
  tick = function(agent) end, --> `3: warning unused-function name="tick" -> did-you-mean-meaning doc="called in every tick while active" near="behavior"`
  enter = function(agent) end, --> `3: warning unused-function name="enter" -> did-you-mean-meaning doc="called once when the behavior becomes active, before its first behavior call" near="on_enter"`
  _enter = function() end, --> `3: unknown-hook name="_enter" near="on_enter" -> it`
  OnStart = function(agent) end, --> `3: warning unused-function name="OnStart" -> did-you-mean-meaning doc="called once when the behavior becomes active, before its first behavior call" near="on_enter"`
  ReceiveTick = function(agent) end, --> `3: warning unused-function name="ReceiveTick" -> did-you-mean-meaning doc="called in every tick while active" near="behavior"`
  condition = function(agent) end, --> `3: warning unused-function name="condition" -> did-you-mean-meaning doc="returns whether the behavior is ready: any value except nil and false means yes" near="precondition"`
  wave = function(agent) end, --> `3: warning unused-function name="wave" -> list-hooks name="wave"`
  data = { tick = function() end }, speed = 3,
}
---
local M = {}
function M.tick(agent) end --> `12: warning unused-function name="tick" -> list-hooks name="tick"`
M.update = function(agent) end --> `3: warning unused-function name="update" -> list-hooks name="update"`
function M.step(agent) end
function M.turn(agent) end
M.halt, M.wave = function() end, function() end --> `11: warning unused-function name="wave" -> list-hooks name="wave"`
function M.behavior(agent) M.step(agent) M:turn() return M["halt"](agent) end
return M
---
melee = {}
function melee.tick(agent) end --> `16: warning unused-function name="tick" -> did-you-mean-meaning doc="called in every tick while active" near="behavior"`
---
-- other code may use the table and call its functions
local M = {}
function M.tick(agent) end
return setmetatable(M, {})
---
local M = {}
function M.tick(agent) end
for name, f in pairs(M) do print(name) end
return M
---
local M = {}
function M.tick(agent) end
local which = "ti" .. "ck"
function M.behavior(agent) M[which](agent) end
return M
---
function precondition(agent) --> `10: global-assigned name="precondition" -> put-hook-into-table function="function(agent, params)" name="precondition"`
  return agent.hp > 10
end
function help(agent) end --> `10: global-assigned name="help" -> write-local-function name="help"`
---
-- results of hooks
return {
  behavior = function(agent)
    if agent.a then return "sucess" end --> `28: unknown-status hook="behavior" value="\"sucess\"" -> did-you-mean near="\"success\""`
    if agent.b then return 'FAILURE' end --> `28: unknown-status hook="behavior" value="'FAILURE'" -> did-you-mean near="\"failure\""`
    if agent.c then return "done" end --> `28: unknown-status hook="behavior" value="\"done\"" -> did-you-mean near="\"success\""`
    if agent.d then return "dance" end --> `28: unknown-status hook="behavior" value="\"dance\"" -> want-status statuses=["running" "success" "failure"]`
    if agent.e then return 0 end --> `28: unknown-status hook="behavior" value="a number" -> want-status statuses=["running" "success" "failure"]`
    if agent.f then return {} end --> `28: unknown-status hook="behavior" value="a table" -> want-status statuses=["running" "success" "failure"]`
    if agent.g then return agent.state == "sucess" and "success" or "runing" end --> `69: unknown-status hook="behavior" value="\"runing\"" -> did-you-mean near="\"running\""`
    if agent.h then return agent["sucess"] or pick("sucess") or ("sucess" .. "x") end
    if agent.i then return "success", "because" end
    local function inner() return "free" end
    return nil
  end,
  result = function(agent, params, memory, status) return "ok" end, --> `59: unknown-status hook="result" value="\"ok\"" -> did-you-mean near="\"success\""`
  precondition = function(agent)
    if agent.a then return 0 end --> `28: warning answer-counts-as-yes hook="precondition" value="0" -> it`
    if agent.b then return "failure" end --> `28: warning answer-counts-as-yes hook="precondition" value="\"failure\"" -> it`
    if agent.c then return bt.FAILURE end --> `28: warning answer-counts-as-yes hook="precondition" value="bt.FAILURE" -> it`
    if agent.d then return agent.x and 1 or 0 end --> `45: warning answer-counts-as-yes hook="precondition" value="0" -> it`
    return 1 or "fine" or agent.x == 0
  end,
  postcondition = function(agent) return end, --> `42: warning missing-answer hook="postcondition" -> end-with-condition`
}
---
local function fine(agent) return agent.x end
return { run = function() return "running" end, precondition = fine, utility = function() end } --> `91: warning missing-score hook="utility" -> end-with-score`
---
-- dice
local random = math.random
return {
  precondition = function(agent) return math.random() < 0.3 end, --> `41: warning draw-in-each-tick function="math.random" hook="precondition" -> it`
  postcondition = function(agent) return random(6) > 3 end, --> `42: warning draw-in-each-tick function="math.random" hook="postcondition" -> it`
  choose = function(agent, params, children) return math.random(#children) end,
  utility = function(agent) return math.random() end,
  on_enter = function(agent) agent.die = math.random(6) end,
}
---
return { interval = 2, precondition = function(agent) return math.random() < 0.3 end }
---
-- Arguments that a function of Bough ignores.
local function two() return "flee", 2 end
return {
  precondition = function(agent) return bt.stimulus(agent, "noise") ~= nil end, --> `41: warning takes-no-arguments function="bt.stimulus" given=2 -> write-it text="bt.stimulus()"`
  behavior = function(agent)
    bt.stimulus("noise") --> `5: warning takes-no-arguments function="bt.stimulus" given=1 -> write-it text="bt.stimulus()"`
    if bt.ran(agent, "flee", 2) then return end --> `15: takes-no-agent function="bt.ran" -> write-code code="bt.ran(\"flee\", 2)"`
    if bt.ran("flee", 2) or bt.ran(two()) or bt.ran("flee", two()) then return end
    bt.stimulus(two())
    if bt.board("camp", "alert") then bt.board("camp", "a b") end --> `8: warning too-many-arguments function="bt.board" given=2 names=[name] -> write-it text="bt.board(\"camp\").alert"` `39: warning too-many-arguments function="bt.board" given=2 names=[name] -> write-it text="bt.board(name)"`
    bt.board("camp", "alert", 3) --> `5: warning too-many-arguments function="bt.board" given=3 names=[name] -> write-it text="bt.board(\"camp\").alert = ..."`
    other.stimulus(1)
  end,
}
---
local M = {
  params = { near = 1, far = 2, near = 3 }, --> `33: warning duplicate-key line=2 name="near" -> it`
  behavior = function(agent) end,
  doc = "One.",
  behavior = function(agent) agent.x = 1 end, --> `3: warning duplicate-key line=3 name="behavior" -> merge-hooks`
}
M.doc = "Two."
return M
---
-- Arguments that are missing, or that have another type.
local list = { 1 }
return {
  run = function(agent)
    bt.wait() --> `5: too-few-arguments function="bt.wait" given=0 names=[seconds] -> write-it text="bt.wait(seconds)"`
    bt.wait(bt.dt()) --> `13: value-called kind="number" name="bt.dt" -> it`
    agent.x = bt.dt(1) + bt.dt --> `15: value-called kind="number" name="bt.dt" -> it`
    bt.wait("a second") --> `13: wrong-argument function="bt.wait" given="a text" n=1 name="seconds" want="a number" -> write-it text="bt.wait(seconds)"`
    bt.wait("2") bt.wait(1 + 1) bt.wait(agent.x) bt.wait(unpack(list))
    bt.wait(nil) --> `13: wrong-argument function="bt.wait" given="nil" n=1 name="seconds" want="a number" -> write-it text="bt.wait(seconds)"`
    bt.wait({}) --> `13: wrong-argument function="bt.wait" given="a table" n=1 name="seconds" want="a number" -> write-it text="bt.wait(seconds)"`
    bt.wait_until(true) --> `19: wrong-argument function="bt.wait_until" given="a boolean" n=1 name="f" want="a function" -> write-it text="bt.wait_until(f)"`
    bt.wait_until(function() return true end)
    bt.post(agent.id) --> `5: too-few-arguments function="bt.post" given=1 names=[id name] -> write-it text="bt.post(id, name)"`
    bt.post(agent.id, "noise", nil, "ten") --> `37: wrong-argument function="bt.post" given="a text" n=4 name="ttl" want="a number" -> write-it text="bt.post(agent.id, \"noise\", nil, ttl)"`
    bt.post(agent.id, 7, { x = 1 }, nil) --> `23: wrong-argument function="bt.post" given="a number" n=2 name="name" want="a text" -> write-it text="bt.post(id, name, data, ttl)"`
    bt.request("move", { x = 1 }) --> `16: wrong-argument function="bt.request" given="a text" n=1 name="agent" want="a table" -> write-it text="bt.request(agent, \"move\", { x = 1 })"`
    bt.request("move", { x = 1, y = 2, z = 3, why = "because" }, { channel = "legs" }) --> `16: wrong-argument function="bt.request" given="a text" n=1 name="agent" want="a table" -> write-it text="bt.request(agent, \"move\", ...)"`
    bt.request(agent, { kind = "grab", crates = params.crates, channel = "arm" }) --> `23: wrong-argument function="bt.request" given="a table" n=2 name="kind" want="a text" -> write-it text="bt.request(agent, \"grab\", { crates = params.crates }, { channel = \"arm\" })"`
    bt.request(agent, { priority = 2, kind = "grab", data = { 1 } }) --> `23: wrong-argument function="bt.request" given="a table" n=2 name="kind" want="a text" -> write-it text="bt.request(agent, \"grab\", { 1 }, { priority = 2 })"`
    bt.request(agent, { kind = "grab", unpack(list) }) --> `23: wrong-argument function="bt.request" given="a table" n=2 name="kind" want="a text" -> write-it text="bt.request(agent, kind, { kind = \"grab\", unpack(list) })"`
    bt.request(agent, { "grab", 3 }) --> `23: wrong-argument function="bt.request" given="a table" n=2 name="kind" want="a text" -> write-it text="bt.request(agent, kind, { \"grab\", 3 })"`
    bt.post(agent.id, { name = "noise", x = agent.x, ttl = 3 }) --> `23: wrong-argument function="bt.post" given="a table" n=2 name="name" want="a text" -> write-it text="bt.post(agent.id, \"noise\", { x = agent.x }, 3)"`
    bt.request(agent, "hit", nil, { channel = "legs", priority = 2 }) bt.request(agent, "hit", nil, { channel = agent.way, priority = nil, x = nil })
    bt.request(agent, "hit", nil, { priority = 2, chanel = "legs" }) --> `51: unknown-request-option name="chanel" -> did-you-mean near="channel"`
    bt.request(agent, "hit", nil, { channel = 1 }) --> `47: wrong-request-option given="a number" name="channel" want="a text"`
    bt.request(agent, "hit", nil, { channel = "legs", urgent = true }) --> `55: unknown-request-option name="urgent" -> want-one-of names=[channel priority]`
    bt.request(agent, "hit", nil, { priority = "high" }) --> `48: wrong-request-option given="a text" name="priority" want="a number"`
    bt.post("troll", "noise") --> `13: wrong-argument function="bt.post" given="a text" n=1 name="id" want="a number" -> write-it text="bt.post(id, \"noise\")"`
    bt.request("move") --> `5: too-few-arguments function="bt.request" given=1 names=[agent kind] -> write-it text="bt.request(agent, \"hit\")"`
    local wait = bt.wait
    wait() --> `5: too-few-arguments function="bt.wait" given=0 names=[seconds] -> write-it text="bt.wait(seconds)"`
    agent.wait()
  end,
}
---
-- comparisons with words that a parameter never is
return {
  on_exit = function(agent, params, memory, why)
    if why == "abort" then agent.x = 1 end --> `15: warning impossible-word name="why" word="abort" -> did-you-mean near="\"aborted\""`
    if "ABORTED" ~= why then agent.x = 1 end --> `8: warning impossible-word name="why" word="ABORTED" -> did-you-mean near="\"aborted\""`
    if why == "failed" or why == "succes" then agent.x = 1 end --> `15: warning impossible-word name="why" word="failed" -> did-you-mean near="\"failure\""` `34: warning impossible-word name="why" word="succes" -> did-you-mean near="\"success\""`
    if why == "sunset" then agent.x = 1 end --> `15: warning impossible-word name="why" word="sunset" -> want-one-of names=["success" "failure" "aborted" "error" "reloaded" "reset" "despawned" "switched" "closed"]`
    if why == "aborted" or agent.why == "abort" or why .. "x" == "abort" then agent.x = 1 end
    local word = why
    if word == "abort" then agent.x = 1 end
  end,
  result = function(agent, params, memory, status)
    status = status or "none"
    if status == "none" then return end
  end,
  behavior = function(agent, params, memory, reason) if reason == "abort" then agent.x = 1 end end,
}
---
-- what a board returns is a copy
return {
  behavior = function(agent)
    local b = bt.board("v")
    if not b.alarm then b.alarm = { n = 0 } else b.alarm.n = b.alarm.n + 1 end --> `50: board-copy-written -> change-copy-of-entry entry="b.alarm"`
    bt.board("v").list[#agent.list + 1] = 1 --> `5: board-copy-written -> change-copy-of-entry entry="bt.board(\"v\").list"`
    b[agent.place].x.y = 1 --> `5: board-copy-written -> change-copy-of-entry entry="b[agent.place]"`
    b["odd key"][1] = 1 --> `5: board-copy-written -> change-copy-of-entry entry="b[\"odd key\"]"`
    table.insert(b.list, agent.x) --> `18: board-copy-changed function="table.insert" -> change-copy-of-entry entry="b.list"`
    table.sort(bt.board "v".list) --> `16: board-copy-changed function="table.sort" -> change-copy-of-entry entry="bt.board \"v\".list"`
    for k, v in pairs(b) do print(k, v) end --> `23: warning board-without-entries function="pairs" -> it`
    for k, v in pairs(b.list or {}) do print(k, v) end
    for k, v in ipairs(b.list) do print(k, v) end
    local list = b.list or {}
    table.insert(list, agent.x)
    local place = b.place
    place.x = 3
    b.list, b.place = list, place
    b[agent.place], bt.board("w").x = 1, { y = 1 }
    local c = bt.board("v")
    c = { list = {} }
    c.list.x = 1
  end,
}
---
-- claims
return {
  precondition = function(agent)
    bt.claim("camp", "bell") --> `5: decide-calls-action function="bt.claim" who="precondition" -> it`
    return bt.board("camp").bell == nil
  end,
  on_enter = function(agent)
    bt.claim("camp", "bell")
    bt.claim("camp", "bell", { x = agent.x })
    bt.claim(agent.camp, agent.place)
    local got = bt.claim("camp", "bell") --> `17: warning claim-returns-nothing has="bt.board(\"camp\").bell == agent.id" -> it`
    if not bt.claim(agent.camp, "my bell", 3) then return end --> `12: warning claim-returns-nothing has="bt.board(agent.camp)[\"my bell\"]" -> it`
  end,
  on_exit = function(agent)
    bt.unclaim("camp", "bell")
    bt.unclaim("camp", "bell", 3) --> `5: warning too-many-arguments function="bt.unclaim" given=3 names=[board entry] -> write-it text="bt.unclaim(board, entry)"`
  end,
}
---
-- parameters that are tables, and are used like numbers or texts
return {
  behavior = function(agent, dt) agent.x = agent.x + 4 * dt end, --> `30: misplaced-parameter given="params" hook="behavior" n=2 name="dt" -> seconds-since-tick function="function(agent)"`
  on_exit = function(agent, why) print(".." .. why) end, --> `29: misplaced-parameter given="params" hook="on_exit" n=2 name="why" -> write-it text="function(agent, params, memory, why)"`
  precondition = function(agent, range) return agent.x < range end, --> `34: misplaced-parameter given="params" hook="precondition" n=2 name="range" -> write-and-read-entry entry="params.range" function="function(agent, params)"`
  on_enter = function(agent, delta_time) walk(agent, delta_time) end, --> `30: misplaced-parameter given="params" hook="on_enter" n=2 name="delta_time" -> seconds-since-tick function="function(agent)"`
  result = function(agent, params, outcome) if outcome == "success" then return "failure" end end, --> `36: misplaced-parameter given="memory" hook="result" n=3 name="outcome" -> write-it text="function(agent, params, memory, outcome)"`
  utility = function(agent, params) return params * 2 end, --> `44: table-as-value name="params" -> it`
  postcondition = function(hp) return -hp == 3 end, --> `28: misplaced-parameter given="agent" hook="postcondition" n=1 name="hp" -> write-and-read-entry entry="agent.hp" function="function(agent)"`
}
---
return {
  params = { x = 1, dt = 2 },
  behavior = function(agent, p, m) m.dt, agent.x = p.x, p.dt * 3 end,
  on_enter = function(agent, elapsed) end,
  on_exit = function(agent, params, memory, why) print(why .. "!") end,
  precondition = function(agent, n) n = 3 return agent.x > n end,
  result = function(agent, params, memory, s) return s == "success" and "failure" end,
}
---
-- expressions that are always wrong, and such as look like them
return {
  precondition = function(agent)
    return agent.weapon == "drawn" or "sheathed" --> `39: warning always-true value="\"sheathed\"" -> write-it text="agent.weapon == \"drawn\" or agent.weapon == \"sheathed\""`
  end,
  behavior = function(agent, params)
    local a, b, f = agent.a, agent.b, agent.f
    if 3 < agent.hp < 5 then a = 1 end --> `8: truth-compared first="3 < agent.hp" operator="<" -> write-it text="3 < agent.hp and agent.hp < 5"`
    if not a >= 3 then a = 1 end --> `8: truth-compared first="not a" operator=">=" -> write-it text="not (a >= 3)"`
    if (a or b) < (f(a, (b))) <= f(b) then a = 1 end --> `9: truth-compared first="(a or b) < (f(a, (b)))" operator="<=" -> write-it text="(a or b) < (f(a, (b))) and (f(a, (b))) <= f(b)"`
    if not a == 3 then a = 1 end --> `8: warning truth-never-equal first="not a" second="3" -> write-it text="a ~= 3"`
    if (not a.b[1]) ~= "x" then a = 1 end --> `9: warning truth-always-differs first="(not a.b[1])" second="\"x\"" -> write-it text="a.b[1] == \"x\""`
    if not a == nil then a = 1 end --> `8: warning truth-never-equal first="not a" second="nil" -> write-it text="a ~= nil"`
    if a == b == 3 then a = 1 end --> `8: warning truth-never-equal first="a == b" second="3" -> write-it text="a == b and b == 3"`
    if a ~= "x" or "y" or "z" then a = 1 end --> `20: warning always-true value="\"y\"" -> write-it text="a ~= \"x\" and a ~= \"y\" and a ~= \"z\""`
    if a:kind() == "x" or "y" then a = 1 end --> `27: warning always-true value="\"y\"" -> write-it text="a:kind() == \"x\" or a:kind() == \"y\""`
    if (not a) == 3 then a = 1 end --> `9: warning truth-never-equal first="(not a)" second="3" -> write-it text="a ~= 3"`
    if a < 30 or 50 then a = 1 end --> `18: warning always-true value="50" -> write-it text="a < 30 or a < 50"`
    while a and (b or 1) do a = nil end --> `23: warning always-true value="1" -> it`
    print("hp: " + agent.hp, "%d" % a, a * "-", -"x", "10" + 1, " 0x10 " * 2) --> `18: text-in-calculation operator="+" text="\"hp: \"" -> write-dots` `30: text-in-calculation operator="%" text="\"%d\"" -> fill-in-values` `44: text-in-calculation operator="*" text="\"-\"" -> repeat-text` `50: text-in-calculation operator="-" text="\"x\"" -> it`
    if (a or 3) < 4 or f(a or "x") or ({ a or 1 })[1] or a == (b or "x") then a = 1 end
    if not (a == 3) or (not a) == b or (a < b) == (b < f) or (a < b) == true or not a == false then a = 1 end
    local name, n = a == b or "none", a and "x" or 3
    local function kind() return a == "x" or "y" end
    repeat a = a == "x" or "y" until a == "y" or kind() or a == nil
    return a == "x" and "success" or "failure"
  end,
}
---
-- functions that must return something
local function ready(agent) agent.ready = agent.hp > 3 end
local function rest(agent) if agent.hp > 3 then return true end end
return {
  run = function(agent)
    bt.wait_until(function() agent.ready = agent.hp > 3 end) --> `19: warning wait-until-nothing function="bt.wait_until" -> end-with-condition`
    bt.wait_until(ready) --> `19: warning wait-until-nothing function="bt.wait_until" -> end-with-condition`
    bt.wait_until(rest) bt.wait_until(agent.f) bt.wait_until(function() return agent.x end)
  end,
  utility = function(agent) agent = agent.hunger or 0 end, --> `55: warning missing-score hook="utility" -> end-with-score`
}
---
return {
  utility = function(agent)
    if agent.a then return agent.hunger > 3 end --> `28: warning score-not-number hook="utility" value="agent.hunger > 3" -> and-one-or-zero text="agent.hunger > 3"`
    if agent.b then return (agent.hunger or 0) > 3 end --> `29: warning score-not-number hook="utility" value="(agent.hunger or 0) > 3" -> and-one-or-zero text="(agent.hunger or 0) > 3"`
    if agent.b then return "5" end --> `28: warning score-not-number hook="utility" value="\"5\"" -> without-quotes number="5"`
    if agent.c then return true end --> `28: warning score-not-number hook="utility" value="true" -> zero-if-of-no-use`
    if agent.d then return end
    if agent.f then return agent.hunger > 5 and not agent.tired end --> `28: warning score-not-number hook="utility" value="agent.hunger > 5 and not agent.tired" -> and-one-or-zero text="agent.hunger > 5 and not agent.tired"`
    if agent.f then return agent.hunger > 5 or agent.hunger < 1 end --> `28: warning score-not-number hook="utility" value="agent.hunger > 5 or agent.hunger < 1" -> and-one-or-zero text="(agent.hunger > 5 or agent.hunger < 1)"`
    local hungry = agent.hunger > 5
    if agent.g then return hungry and hungry end --> `28: warning score-not-number hook="utility" value="hungry and hungry" -> and-one-or-zero text="hungry and hungry"`
    if agent.h then return hungry end --> `28: warning score-not-number hook="utility" value="hungry" -> and-one-or-zero text="hungry"`
    if agent.i then return hungry and 1 or 0 end
    if agent.j then return agent.tired or hungry end
    if agent.e then return agent.x and 1 or "low" end --> `45: warning score-not-number hook="utility" value="\"low\"" -> zero-if-of-no-use`
    return agent.hunger or -1
  end,
}
---
-- hooks and data at places where they have no effect
local function behavior(agent) agent.x = 1 end
return { behavior } --> `10: warning nameless-hook name="behavior" -> it`
---
local function behavior(agent) agent.x = 1 end --> `16: warning unused-hook-function name="behavior" -> it`
return {}
---
local function behavior(agent) agent.x = 1 end
local function run(agent) agent.x = 2 end
return { behavior = function(agent) behavior(agent) end, on_enter = run }
---
return {
  hooks = { behavior = function(agent) agent.x = 1 end }, --> `3: warning nested-hook hook="behavior" key="hooks" -> it`
  parameters = { near = 3 }, --> `3: warning unread-key name="parameters" -> did-you-mean-meaning doc="defaults of the parameters; a tree may override them" near="params"`
  description = "x", --> `3: warning unread-key name="description" -> did-you-mean-meaning doc="a sentence about the behavior, which tools show" near="doc"`
  cooldown = 3, --> `3: warning unread-key name="cooldown" -> kind-is-for-trees name="cooldown"`
  speed = 1, --> `3: warning default-outside-params name="speed" -> it`
  version = 3, author = "x",
  on_enter = function(agent, params) agent.speed = params.speed end,
}
---
return {
  behavior = function(agent, params) agent.x = params.speed + params.speed end, --> `55: warning params-missing name="speed" table="params" -> it`
}
---
return { behavior = function(agent, p) agent.x, agent.y = (p.speed or 1) * bt.dt, p.to if p.loud then print(p.loud) end end }
---
return { behavior = function(agent, params) if params.speed and params.speed > 3 then agent.x = params.speed * bt.dt end end }
---
-- a copy may be changed
local function copy(t) return t end
return {
  params = { speed = 3 },
  precondition = function(agent, params) params = copy(params) params.speed = 1 return params.speed < agent.x end,
  behavior = function(agent, params) params = copy(params) params.speed = params.speed * 2 agent.x = params.speed end,
}
---
return {
  parameters = { speed = 3 }, --> `3: warning unread-key name="parameters" -> did-you-mean-meaning doc="defaults of the parameters; a tree may override them" near="params"`
  behavior = function(agent, params) agent.x = params.speed end,
}
---
return {
  params = { speed = 1 },
  args = { "sped", "point" }, --> `12: warning misspelled-arg name="sped" near="speed" -> it`
  behavior = function(agent, params) agent.x = params.speed + params.point end,
}
---
local M = { cooldown = 3, parameters = { 1 }, moods = { run = function() return 1 end }, params = { speed = 1 }, speed = 3 }
function M.behavior(agent, params) agent.x = M.cooldown + M.parameters[1] + M.moods.run() + params.speed + M.speed end
return M
---
return { args = { "speed" }, behavior = function(agent, params) agent.x = params.speed end }
---
return {
  params = { speed = 1 },
  behavior = function(agent, params)
    local walk = require "lib.walk" --> `18: require-in-hook -> it`
    params.speed = 2 --> `5: read-only-entry-written key="speed" table="params" -> it`
    local copy = { speed = params.speed }
    copy.speed = 3
  end,
  on_enter = function(agent, m) m.n = 1 end, --> `33: read-only-entry-written key="n" table="m" -> memory-is-third function="function(agent, params, m)"`
}
---
return {
  choose = function(agent, params, children)
    local best
    for place, child in ipairs(children) do
      if not best or child.utility < children[best].score then best = place end --> `28: warning child-without-field name="utility" names=[name index active score] near="" -> score-is-utility`
      if child.nmae == "rest" and child.active then best = place end --> `16: warning child-without-field name="nmae" names=[name index active score] near="name" -> it`
    end
    for _, entry in ipairs(agent.list) do entry.x = entry.y end
    for _, entry in ipairs({ 1, f(2) }) do entry.x = entry.y end
    return best
  end,
}
---
return {
  on_enter = function(agent, params, memory)
    memory = { n = 0 } --> `5: warning memory-replaced entry="n" name="memory" -> it`
  end,
  on_exit = function(agent, params, m)
    m = {} --> `5: warning memory-replaced entry="name" name="m" -> it`
    m = m or { n = 0 }
  end,
}
---
return {
  arg = { "a" }, --> `3: warning unread-key name="arg" -> did-you-mean-meaning doc="names of the parameters that a tree may give by position, in order" near="args"`
  stimuli = "bell", --> `3: warning unread-key name="stimuli" -> did-you-mean-meaning doc="ready only while the agent holds a stimulus of this name that guard and precondition accept (S2)" near="stimulus"`
  behavior = function(agent, params) agent.x = params.a end,
}
---
return {
  ["the bell startles him"] = function(t) t.tick() end, --> `4: warning unused-function name="the bell startles him" -> name-test-file file="melee_test.lua"`
  ["the bell is heard"] = function(t) t.tick() end,
}
---
local heard, dt = bt.stimulus, bt.dt
return {
  behavior = function(agent)
    if bt.stimulus == "noise" then agent.x = 1 end --> `23: warning function-compared function="bt.stimulus" other="a text" usage="bt.stimulus()" -> it`
    if "noise" ~= heard then agent.x = 2 end --> `8: warning function-compared function="bt.stimulus" other="a text" usage="bt.stimulus()" -> it`
    if bt.stimulus() == "noise" or agent.stimulus == "x" then agent.x = 3 end
  end,
}
---
return {
  run = function(me)
    bt.wait_until(me.height >= 3) --> `19: wrong-argument function="bt.wait_until" given="a boolean" n=1 name="f" want="a function" -> write-it text="bt.wait_until(function() return me.height >= 3 end)"`
    bt.request(me, "hit", nil, "arms") --> `32: wrong-argument function="bt.request" given="a text" n=4 name="options" want="a table" -> write-it text="bt.request(me, \"hit\", nil, { channel = \"arms\" })"`
    bt.request("hit", nil) --> `16: wrong-argument function="bt.request" given="a text" n=1 name="agent" want="a table" -> write-it text="bt.request(me, \"hit\", nil)"`
    bt.wait_until(function() if me.x then return false end end) --> `19: warning wait-until-never-yes function="bt.wait_until" -> it`
    bt.wait_until(function() while me.x do return false end end)
  end,
}
---
return {
  precondition = function(agent) if not agent.x then return false end end, --> `18: warning never-yes hook="precondition" -> it`
  postcondition = function(agent) --> `19: warning never-yes hook="postcondition" -> it`
    if agent.x then return end
    if agent.y then return nil else return false end
    agent.z()
  end,
  on_enter = function(agent)
    if agent.x then return end
    if agent.y then return "failure" end --> `28: warning unused-status hook="on_enter" value="\"failure\"" -> return-from-or-refuse hook="behavior"`
    return "heavy"
  end,
  on_exit = function(agent) return bt.SUCCESS end, --> `36: warning unused-status hook="on_exit" value="bt.SUCCESS" -> return-from hook="behavior"`
  behavior = function(agent) agent.x = 1 end,
}
---
local function start(agent) return "success" end
return {
  precondition = function() return false end,
  postcondition = function(agent) if agent.x then return false end error("no") end,
  on_enter = start,
  run = start,
}
---
local now, words = bt.stimulus, { "a", "b" }
local other = {}
other = pairs(words)
return {
  stimulus = noise, --> `14: unquoted-field global="noise" name="stimulus" -> it`
  doc = words,
  params = { list = {}, now = bt.stimulus },
  behavior = function(agent, params, memory)
    agent.x = bt.stimulus - 1 --> `15: function-calculated function="bt.stimulus" operator="-" usage="bt.stimulus()" -> it`
    agent.x = "x" .. now --> `22: function-calculated function="bt.stimulus" operator=".." usage="bt.stimulus()" -> it`
    if bt.stimulus > 3 or 3 == bt.stimulus or bt.dt > 3 or math.pi == 3 then agent.y = -bt.stimulus end --> `8: function-calculated function="bt.stimulus" operator=">" usage="bt.stimulus()" -> it` `32: warning function-compared function="bt.stimulus" other="a number" usage="bt.stimulus()" -> it` `89: function-calculated function="bt.stimulus" operator="-" usage="bt.stimulus()" -> it`
    for i, v in agent.haul do print(i, v) end --> `17: warning not-an-iterator what="agent.haul" -> write-pairs list="agent.haul"`
    for i, v in params.list do print(i, v) end --> `17: warning not-an-iterator what="params.list" -> write-pairs list="params.list"`
    for i, v in words do print(i, v) end --> `17: warning not-an-iterator what="words" -> write-pairs list="words"`
    for i, v in { 1, 2 } do print(i, v) end --> `17: warning not-an-iterator what="{ 1, 2 }" -> write-pairs list="{ 1, 2 }"`
    for v in other do print(v) end
    for v in memory.next do print(v) end --> `21: warning unset-memory entry="memory.next" -> it`
    for k, v in next, agent.haul do print(k, v) end
    for k in agent.haul() do print(k) end
  end,
}
---
return {
  on_enter = function(agent, params, memory) memory.n = 1 end,
  behavior = function(agent, params, memory)
    memory.n = memory.n + 1
    memory.trips = 1 + memory.trips * 2 --> `31: warning counter-without-start entry="memory.trips" start="0" -> it`
    memory.text = "x" .. memory.text --> `33: warning counter-without-start entry="memory.text" start="\"\"" -> it`
    memory.a = (memory.a or 0) + 1
    memory.b = memory.b and memory.b + 1 or 1
    memory.c = memory.c + 1
    memory.c, memory.d = two()
    memory.d = memory.d + 1
  end,
}
---
return {
  behavior = function(agent, params, memory)
    memory.n = memory.n + 1
    fill(memory)
  end,
}
---
return {
  behavior = function(agent, params, memory)
    memory.n = memory.n + 1
    memory[agent.name] = 0
  end,
}
---
local now = bt.stimulus
return {
  behavior = function(agent, params, memory)
    agent.text = string.format("%.1f s", bt.stimulus) --> `42: wrong-argument function="string.format" given="a function" n=2 name="%f" want="a number" -> write-call usage="bt.stimulus()"`
    agent.text = string.format("%s at %d%%", agent.name) --> `18: too-few-values format="\"%s at %d%%\"" given=1 want=2 -> it`
    agent.text = string.format("%s at %d", agent.name, unpack(agent.list))
    agent.text = string.format("%s", now) .. string.format("%d", "x") .. string.format("%5.2f%%", 3) --> `38: warning function-shown function="string.format" given="bt.stimulus" -> write-call usage="bt.stimulus()"` `66: wrong-argument function="string.format" given="a text" n=2 name="%d" want="a number" -> use-format-of-text`
    agent.n = math.floor(bt.stimulus) + math.max(1, bt.stimulus) --> `26: wrong-argument function="math.floor" given="a function" n=1 name="x" want="a number" -> write-call usage="bt.stimulus()"` `53: wrong-argument function="math.max" given="a function" n=2 name="..." want="a number" -> write-call usage="bt.stimulus()"`
    print(bt.stimulus, bt.dt) --> `11: warning function-shown function="print" given="bt.stimulus" -> write-call usage="bt.stimulus()"`
    if pcall(bt.stimulus) and type(bt.stimulus) == "function" then agent.f = tostring(now) end --> `87: warning function-shown function="tostring" given="bt.stimulus" -> write-call usage="bt.stimulus()"`
    agent.fits = agent.fish or 0 >= 8 --> `32: warning comparison-decided comparison="0 >= 8" result="false" -> write-it text="(agent.fish or 0) >= 8"`
    agent.fits = (agent.fish or 0 > -50) and 1 --> `33: warning comparison-decided comparison="0 > -50" result="true" -> write-it text="(agent.fish or 0) > -50"`
    if agent.near and agent.fish or 0 < 12 and agent.x then agent.fits = 1 end --> `37: warning comparison-decided comparison="0 < 12" result="true" -> write-it text="(agent.fish or 0) < 12"`
    if agent.near and "a" == "b" or agent.mood == 1 then agent.fits = 1 end --> `23: warning comparison-decided comparison="\"a\" == \"b\"" result="false"`
    if agent.near and 1 > "b" or agent.x and (0 > 1) then agent.fits = 1 end
    agent.fits = (agent.fish or 0) >= 8 and 1 or 0
  end,
}
---
return {
  behavior = function(agent, params, memory)
    bt.post("smell", agent.friend, { fish = 3 }) --> `13: wrong-argument function="bt.post" given="a text" n=1 name="id" want="a number" -> comes-first call="bt.post(agent.friend, \"smell\", ...)" name="agent"`
    bt.post("smell", 3) --> `13: wrong-argument function="bt.post" given="a text" n=1 name="id" want="a number" -> comes-first call="bt.post(3, \"smell\")" name="agent"`
    bt.post(agent.friend, 3) --> `27: wrong-argument function="bt.post" given="a number" n=2 name="name" want="a text" -> write-it text="bt.post(id, name, data, ttl)"`
    bt.post(agent.friend, agent.kind)
    bt.request("hit", agent) --> `16: wrong-argument function="bt.request" given="a text" n=1 name="agent" want="a table" -> comes-first call="bt.request(agent, \"hit\")" name="agent"`
  end,
}
---
local function rest(agent) if agent.x < 3 then bt.wait(1) end end
local function may_rest(agent, wait) if wait then bt.wait(1) end end
local function go(agent) rest(agent) end
return {
  run = function(agent) rest(agent) end,
  on_enter = function(agent)
    rest(agent) --> `5: warning call-waits function="rest" hook="on_enter" place="scripts/melee.lua:1:48" -> wait-in-run`
    may_rest(agent, false)
    go(agent)
    bt.wait(1) --> `5: wait-outside-run function="bt.wait" -> wait-in-run`
    pcall(rest, agent)
    local co = coroutine.wrap(function() rest(agent) end)
  end,
}
---
local speed = 3
return {
  params = { place, "pause", speed, far = 2 }, --> `14: parameter-without-default defaults="place = 0, pause = 0" name="place" -> it`
  behavior = function(agent, params) agent.x = params.far end,
}
---
-- Angles in degrees and in radians.
local quarter = math.pi / 2
return {
  behavior = function(agent, params)
    local x, y, angle = agent.x, agent.y, geom.angle(agent.x, agent.y)
    x, y = geom.rotate(x, y, math.pi / 2) --> `30: warning radians-as-degrees function="geom.rotate" value="math.pi / 2" -> write-it text="math.deg(math.pi / 2)"`
    x, y = geom.rotate(x, y, agent.turn + -math.pi) --> `30: warning radians-as-degrees function="geom.rotate" value="agent.turn + -math.pi" -> write-it text="math.deg(agent.turn + -math.pi)"`
    x, y = geom.rotate(x, y, quarter) --> `30: warning radians-as-degrees function="geom.rotate" value="quarter" -> write-it text="math.deg(quarter)"`
    x, y = geom.rotate(x, y, math.rad(agent.turn)) --> `30: warning radians-as-degrees function="geom.rotate" value="math.rad(agent.turn)" -> write-it text="agent.turn"`
    x, y = geom.rotate(x, y, agent.turn * (math.pi / 180)) --> `30: warning radians-as-degrees ...`
    x, y = geom.rotate(x, y, agent.turn * 180 / math.pi)
    x, y = geom.rotate(x, y, agent.turn * (180 / math.pi))
    x, y = geom.rotate(x, y, math.pi * agent.turn * (180 / math.pi))
    x, y = geom.rotate(x, y, math.deg(math.pi / 2))
    x, y = geom.rotate(x, y, angle)
    agent.x = x + math.sin(angle) --> `28: warning degrees-as-radians function="math.sin" value="angle" -> write-it text="math.rad(angle)"`
    agent.y = y + math.sin(geom.angle(x, y)) --> `28: warning degrees-as-radians function="math.sin" value="geom.angle(x, y)" -> write-it text="math.rad(geom.angle(x, y))"`
    agent.z = math.sin(math.rad(geom.angle(x, y))) + math.sin(agent.turn)
  end,
}
---
-- entries of memory that are misspelled, or set by what is no hook
return {
  on_enter = function(agent, params, memory) memory.trip = 0 end, --> `53: warning unread-memory entry="memory.trip" near="trips" -> it`
  behavior = function(agent, params, memory) memory.trips = memory.trips + 1 end,
}
---
return {
  behavior = function(agent, params, memory)
    memory.stroke = agent.x --> `12: warning unread-memory entry="memory.stroke" near="strokes" -> it`
    agent.x = memory.strokes - 1
  end,
}
---
return {
  on_enter = function(agent, params, memory) memory.count = 0; memory.from = memory.from or agent.x end,
  behavior = function(agent, params, memory)
    if memory.begun then agent.x = memory.from end --> `15: warning unset-memory entry="memory.begun" -> it`
    if memory.cuont > 3 then print(memory.cuont, memory.count) end --> `15: warning unset-memory entry="memory.cuont" -> did-you-mean near="count"`
  end,
}
---
local function count(memory) memory.begun = true end
return {
  behavior = function(agent, params, memory)
    count(memory)
    if memory.begun then agent.x = 0 end
  end,
}
---
return {
  on_start = function(agent, params, memory) memory.trips = 0 end, --> `3: warning unused-function name="on_start" -> did-you-mean-meaning doc="called once when the behavior becomes active, before its first behavior call" near="on_enter"`
  behavior = function(agent, params, memory) memory.trips = memory.trips + 1 end,
}
---
return {
  on_enter = function(agent, params, memory) memory.trips = 0 end,
  behavior = function(agent, params, memory) memory.trips = memory.trips + 1 end,
  on_enter = function(agent) agent.done = true end, --> `3: warning duplicate-key line=2 name="on_enter" -> rename-hook hook="on_exit"`
}
---
-- functions in place of their results
return {
  behavior = function(agent, params, memory)
    memory.start = memory.start or bt.time --> `36: warning function-stored function="bt.time" target="memory.start" usage="bt.time()" -> it`
    agent.began = bt.time --> `19: warning function-stored function="bt.time" target="agent.began" usage="bt.time()" -> it`
    local now = bt.time
    memory.left = bt.time() - now()
    agent.x = bt.board.village.x --> `15: entry-of-function entry="village" function="bt.board" usage="bt.board(\"village\")" -> it`
    local bell = bt.stimulus --> `18: entry-of-function entry="by" function="bt.stimulus" usage="bt.stimulus()" -> it`
    agent.caller, agent.strokes = bell.by, bell.strokes
    bt.board("camp"):set("alert", true) --> `22: warning value-without-method name="set" what="bt.board(\"camp\")" -> write-code code="bt.board(\"camp\").alert = true"`
    local int way = 1 --> `11: global-assigned name="way" -> delete-type name="way" type="int"`
    bt.request(agent, "shout", { channel = "mouth" }) --> `32: warning options-as-data -> write-code code="bt.request(agent, \"shout\", nil, { channel = \"mouth\" })"`
    bt.request(agent, "shout", { channel = "mouth", loud = true })
    bt.post(agent.watcher, "smoke", 2, { heat = agent.heat }) --> `40: wrong-argument function="bt.post" given="a table" n=4 name="ttl" want="a number" -> swapped-arguments call="bt.post(agent.watcher, \"smoke\", { heat = agent.heat }, 2)" earlier="ttl" later="data"`
  end,
}
---
return { args = { place }, behavior = function(agent) end } --> `19: unquoted-field global="place" name="args" -> write-code code="args = { \"place\" }"`
---
return { stimuli = { "bell" }, behavior = function(agent) end } --> `10: warning unread-key name="stimuli" -> write-code code="stimulus = \"bell\""`
---
-- texts that look like other values, results that nothing uses, and loops that do nothing
return {
  precondition = function(agent)
    return agent.hp >= "30" and agent.target ~= "nil" --> `24: warning number-in-quotes number="30" operator=">=" text="\"30\"" -> it` `49: warning constant-in-quotes constant="nil" text="\"nil\"" -> it`
  end,
  run = function(agent)
    math.floor(agent.x) --> `5: warning unused-result function="math.floor" -> it`
    while agent.x < 3 do end --> `5: warning idle-loop -> wait-while condition="agent.x < 3"`
    print("hp: %d", agent.hp) --> `5: warning print-format call="print(string.format(\"hp: %d\", agent.hp))" function="print" -> it`
    print("100 %", agent.hp)
    bt.wait(-1) --> `13: wrong-argument function="bt.wait" given="-1" n=1 name="seconds" want="a number of seconds, 0 or more (at most thirty years)" -> write-code code="bt.wait(1)"`
    bt.post(agent, "noise") --> `13: wrong-argument function="bt.post" given="a table" n=1 name="id" want="a number" -> write-code code="bt.post(agent.id, \"noise\")"`
    bt.request(agent.id, "hit") --> `16: wrong-argument function="bt.request" given="a number" n=1 name="agent" want="a table" -> write-code code="bt.request(agent, \"hit\")"`
    hp = agent.hp - 1 --> `5: global-assigned name="hp" -> write-code code="agent.hp = ..."`
    board.village.alarm = true --> `5: missing-global-written name="board" -> write-code code="bt.board(\"village\").alarm = ..."`
  end,
}
---
return {
  behavior = function(agent, params)
    bt.post(params.worker, { by = agent.id }, "whistle", 2) --> `28: wrong-argument function="bt.post" given="a table" n=2 name="name" want="a text" -> swapped-arguments call="bt.post(params.worker, \"whistle\", { by = agent.id }, 2)" earlier="data" later="name"`
  end,
  on_exit = function(self, agent, params, memory) agent.done = memory.done end, --> `22: self-parameter function="function(agent, params, memory)" hook="on_exit" name="self" -> it`
}
---
-- calls of functions of the file with too few or too many arguments
local tools = { half = function(x) return x / 2 end }
local function way(a, b) return math.abs(a - b) end
local function scaled(x, k) k = k or 1 return x * k end
local function label(name, suffix) if suffix then return name .. suffix end return name end
local function turned(x, back) if back == nil then return x end return x - back end
local function strict(a, b) if not b then error("b is missing") end return a - b end
local function opened(a, b) return a and a.x - b end
local function listed(list, from) for i = from, #list do print(list[i]) end end
local function all(...) return select("#", ...) end
local function called(f, x) f(x) return x + 1 end
local function passed(x) return math.floor(x) end
local function later(a, b) return function() return a - b end end
function tools.place(p) return p.x end
function tools.twice(a) return a + a end
tools.twice = function(a) return a end
function tools:own(a, b) return self.half(a) - b end
return {
  behavior = function(agent)
    agent.a = way(agent.x) --> `15: warning argument-missing function="way" given=1 name="b" place="scripts/melee.lua:3:46" -> write-it text="way(agent.x, b)"`
    agent.b = way(agent.x, agent.y) + way(all()) + scaled(2) + opened(nil) + turned(2) + strict(1)
    agent.c = scaled() --> `15: warning argument-missing function="scaled" given=0 name="x" place="scripts/melee.lua:4:47" -> write-it text="scaled(x)"`
    agent.d = label("a") .. label("a", "b")
    agent.e = way(agent.x, math.max(1, 2), { 3, 4 }) --> `15: warning too-many-arguments function="way" given=3 names=[a b] -> write-it text="way(agent.x, math.max(1, 2))"`
    listed({ 1, 2 }) --> `5: warning argument-missing function="listed" given=1 name="from" place="scripts/melee.lua:9:43" -> write-it text="listed({ 1, 2 }, from)"`
    called() --> `5: warning argument-missing function="called" given=0 name="f" place="scripts/melee.lua:11:29" -> write-it text="called(f, x)"`
    passed()
    later(1)
    agent.f = tools.half() --> `15: warning argument-missing function="tools.half" given=0 name="x" place="scripts/melee.lua:2:43" -> write-it text="tools.half(x)"`
    agent.g = tools.place() + tools.twice() + tools:own(1) --> `15: warning argument-missing function="tools.place" given=0 name="p" place="scripts/melee.lua:14:32" -> write-it text="tools.place(p)"`
  end,
}
---
return {
  on_enter = function(agent, params, memory)
    bt.claim(agent, "square", "bell") --> `14: takes-no-agent function="bt.claim" -> write-code code="bt.claim(\"square\", \"bell\")"`
    bt.claim(agent, "bell") --> `14: takes-no-agent function="bt.claim" -> write-code code="bt.claim(\"board\", \"bell\")"`
    bt.claim(agent.id, "square", "bell") --> `14: warning takes-no-agent function="bt.claim" -> write-code code="bt.claim(\"square\", \"bell\")"`
    bt.claim(agent.id, "bell")
    bt.claim(agent.id, "bell", params.id)
    bt.unclaim(agent, "square", "bell") --> `16: takes-no-agent function="bt.unclaim" -> write-code code="bt.unclaim(\"square\", \"bell\")"`
    bt.unclaim(agent.id, "square", "bell") --> `16: warning takes-no-agent function="bt.unclaim" -> write-code code="bt.unclaim(\"square\", \"bell\")"`
    bt.claim("square", agent) --> `24: wrong-argument function="bt.claim" given="a table" n=2 name="entry" want="a text" -> write-code code="bt.claim(\"square\", \"entry\")"`
    agent.k = bt.ran(params) --> `22: wrong-argument function="bt.ran" given="a table" n=1 name="node" want="a text" -> write-code code="bt.ran(\"node\")"`
    bt.post("bell", agent) --> `13: wrong-argument function="bt.post" given="a text" n=1 name="id" want="a number" -> comes-first call="bt.post(agent.id, \"bell\")" name="agent"`
    bt.request(agent, "ring", memory)
  end,
  behavior = function(agent) agent.x = bt.board(agent, "square").x end, --> `49: takes-no-agent function="bt.board" -> write-code code="bt.board(\"square\")"`
}
---
local function nearest(list, x)
  local best
  for i, place in list do --> `19: warning not-an-iterator what="list" -> write-pairs list="list"`
    if not best or math.abs(place - x) < math.abs(list[best] - x) then best = i end
  end
  return best
end
local function each(iterator, list)
  for x in iterator do print(x) end
  for i, x in list do print(i, x, #list) end --> `15: warning not-an-iterator what="list" -> write-pairs list="list"`
end
return {
  behavior = function(agent)
    local haul = agent.haul
    for i, v in haul do print(i, v) end --> `17: warning not-an-iterator what="haul" -> write-pairs list="haul"`
    each(agent.f, haul)
    agent.x = nearest(haul, 3)
  end,
}
---
local function each(list)
  if type(list) == "function" then
    for x in list do print(x) end
  else
    print(#list)
  end
end
return { behavior = function(agent) each(agent.haul) end }
---
local function low(agent) return agent.hp < 3 end
return {
  precondition = function(agent)
    local hungry = agent.hunger > 3 --> `11: warning missing-answer hook="precondition" -> end-with-return value="hungry"`
  end,
  postcondition = function(agent) low(agent) end, --> `35: warning missing-answer hook="postcondition" -> write-code code="return low(agent)"`
  utility = function(agent)
    local score
    score = agent.x > 3 --> `5: warning missing-score hook="utility" -> end-with-return value="score and 1 or 0"`
  end,
  behavior = function(agent) agent.x = 1 end,
}
---
local function look(agent) local x = agent.x end
return {
  precondition = function(agent) local left = agent.hunger - 3 end, --> `40: warning missing-answer hook="precondition" -> end-with-return value="left > 0"`
  postcondition = function(agent) look(agent) end, --> `47: warning missing-answer hook="postcondition" -> end-with-condition`
  utility = function(agent) print(agent.x) end, --> `44: warning missing-score hook="utility" -> end-with-score`
  run = function(agent)
    bt.wait_until(function() local near = agent.x > 3 end) --> `19: warning wait-until-nothing function="bt.wait_until" -> end-with-return value="near"`
  end,
}
---
return {
  utility = function(agent) math.max(agent.x, 3) end, --> `29: warning missing-score hook="utility" -> write-code code="return math.max(agent.x, 3)"`
  behavior = function(agent) agent.x = 1 end,
}
---
local function take(agent) bt.claim(agent, "square", "bell") end --> `37: warning takes-no-agent function="bt.claim" -> write-code code="bt.claim(\"square\", \"bell\")"`
return { behavior = function(agent) take(agent) end }
