-- the forms of the behavior table: all good
local speed = 3
local memo = {}
memo.list = { 1, 2 }
local function step(agent, d) agent.x = agent.x + d end
local M = { precondition = function(agent) return agent.hp > 0 end }
function M.on_enter(agent, params, memory) memory.n = 0 end
M.on_exit = function(agent) agent.done = true end
function M:behavior(params) step(self, speed) end
function M.turn(a) return a end --> `^12: warning: nothing calls "turn"`
return M
---
melee = { non_exclusive = true }
function melee.behavior(agent) agent.x = 1 end
---
melee = {}
function melee.behavior(agent)
  melee.count = 1 --> `^3: "melee" is the behavior itself and is constant after loading: keep state in`
  melee = nil --> `^3: "melee" is the behavior itself`
  table.insert(melee, 1) --> `^16: table.insert changes "melee", the behavior itself`
end
---
melee = {} --> `^1: assignment to global "melee"`
return {}
---
count = 0 --> `^1: assignment to global "count": write local count = `
function helper() end --> `^10: assignment to global "helper": write local function helper`
count.x = 1
return {
  behavior = function(agent)
    total = 1 --> `^5: assignment to global "total"`
    local a, b
    a, b, c = 1, 2, 3 --> `^11: assignment to global "c"`
    for i = 1, 2 do i = 3 end
  end,
}
---
local hits, cache = 0, {}
local M = { list = {} }
local board = bt.board("team")
local lib = require "lib.x"
lib.x = 1 --> `^1: "lib" is what a module gives to all files that require it: make a table of your own`
local part = lib.part
part[1] = 2 --> `^1: "lib" is what a module gives`
table.sort(part) --> `^12: table.sort changes "lib", which is what a module gives to all files`
local copy = { lib.x, part }
copy[1] = 2
local own = require "lib.y"
own = own.copy(own)
own.x = 1
hits = 1
cache.a = 1
do
  local inner = 0
  function M.f() inner = 1 end --> `^18: "inner" is a local of the file \(line 17\)` `^14: warning: nothing calls "f"`
end
function M.behavior(agent, params, memory)
  hits = hits + 1 --> `^3: "hits" is a local of the file \(line 1\) and is constant after loading: keep state in a field of the agent, in memory or on a board`
  local hits = 2
  hits = 3
  cache[agent.id] = 1 --> `^3: "cache" is a table of the file \(line 1\) and is constant after loading`
  M.count = M.count + 1 --> `^3: "M" is a table of the file \(line 2\)`
  M.a.b["c"].d = 1 --> `^3: "M" is a table`
  table.insert(cache, 1) --> `^16: table.insert changes "cache", a table of the file \(line 1\)`
  table.sort(M.list) --> `^14: table.sort changes "M"`
  local l = M.list
  l[1] = 2 --> `^3: "M" is a table of the file`
  table.remove(l) --> `^16: table.remove changes "M"`
  table.insert(agent.list, 1)
  board.x = 1
  table.insert(board, 1)
  lib.x = 1 --> `^3: "lib" is a table of the file`
  memory.x = 1
  local function nested(cache) cache.x = 1; hits = 4 end
  function M.late() end --> `^12: "M" is a table`
  do local cache = {}; cache.x = 1 end
  cache = nil --> `^3: "cache" is a local of the file`
end
return M
---
math.x = 1 --> `^6: assignment to a field of the global "math", which all scripts share`
string.rep = nil --> `^8: .*"string"`
local m = math
m.huge = 1 --> `^3: .*"math"`
_G.x = 1 --> `^4: .*"_G"`
return { behavior = function() bt.foo = 1 end } --> `^35: .*"bt", which all scripts share`
---
return { behavior = function()
  self.x = 1 --> `^8: assignment to a field of the global "self", and there is none: write agent\.x for a field of the agent, memory\.x for what only this behavior needs$`
  Blackboard["hp"] = 1 --> `^14: assignment to a field of the global "Blackboard", and there is none: write agent\.hp for`
  transform.position.x = 3 --> `^22: assignment to a field of the global "transform", which a script cannot set: write agent.x for a field of the agent, memory.x for what only this behavior needs$`
  bt.board.village.alarm = true --> `^3: bt.board is a function that returns a board: write bt.board\("village"\) for the board village$`
end }
---
local alias = function(agent) agent.y = 1 end --> `^31: postcondition must not change the agent` `^15: warning: postcondition returns nothing`
return {
  precondition = function(agent, params)
    agent.x = 1 --> `^5: precondition must not change the agent: move it to behavior or on_enter`
    agent.pos.x = 1 --> `^5: precondition must not change the agent`
    agent[1] = 1 --> `^5: precondition must not change the agent`
    local a = agent
    a.x = 1 --> `^5: precondition must not change the agent`
    table.insert(agent.list, 1) --> `^18: precondition must not change the agent`
    local t = {}
    t.x = 1
    for i, e in ipairs(agent.list) do e = 1 end
    local f = function() agent.z = 1 end --> `^26: precondition must not change`
    local g = function(agent) agent.z = 1 end
    bt.request(agent, "move") --> `^5: precondition must not call bt.request: move it to behavior or on_enter`
    bt.yield() --> `^5: precondition must not call bt.yield: only run may wait$`
    return agent.x == nil
  end,
  utility = function(npc) npc.score = 1 return 1 end, --> `^27: utility must not change the agent`
  postcondition = alias,
  helper = function(agent) agent.x = 1 end, --> `^3: warning: nothing calls "helper"`
}
---
local wait = bt.wait
local bt = bt
return {
  behavior = function(agent)
    bt.wait(2) --> `^5: behavior must not call bt.wait: use run instead of behavior: it may wait`
    wait(1) --> `^5: behavior must not call bt.wait`
    local co = coroutine.create(function() bt.yield() end)
    bt.request(agent, "x")
  end,
  on_exit = function() bt.sleep(1) end, --> `^24: on_exit must not call bt.sleep: only run may wait`
}
---
return { run = function() bt.wait(1) bt.wait_until(f) end }
---
return {
  on_entre = function() end, --> `^3: unknown hook "on_entre": did you mean on_enter\?`
  behaviour = function() end, --> `^3: unknown hook "behaviour": did you mean behavior\?`
  onExit = 3, --> `^3: unknown hook "onExit": did you mean on_exit\?`
  PreCondition = f, --> `^3: unknown hook "PreCondition"`
  non_exlusive = true, --> `^3: unknown field "non_exlusive": did you mean non_exclusive\?`
  stimuli = function() end, --> `^3: warning: nothing calls "stimuli"`
  param = {}, --> `^3: unknown field "param": did you mean params\?`
  turn = function() end, sum = function() end, interrupt = 3, range = 5, fun = 1, --> `^3: warning: nothing calls "turn"` `^26: warning: nothing calls "sum"`
  ["on_entr"] = 1, --> `^4: unknown hook "on_entr"`
  [on_entre] = 1, "on_entre",
}
---
return {
  behavior = 7, --> `^3: hook "behavior" is a number; want a function: write behavior = function`
  on_enter = "x", --> `^3: hook "on_enter" is a string`
  on_exit = {}, --> `^3: hook "on_exit" is a table`
  utility = nil, postcondition = some.thing, precondition = make(),
}
---
local M = {}
function M.behavior() end
function M.run() end --> `^12: behavior and run in one behavior \(behavior is on line 2\): keep one`
return M
---
local name = "x"
local a = require "lib.a"
local b = require("lib.b")
local c = require(name) --> `^19: require needs a name in quotes`
local d = require("lib." .. name) --> `^19: require needs a name in quotes`
local e = require() --> `^11: require needs a name`
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
  on_enter = function(...) local arg = 1 x = 2 end, --> `^42: "x" is a local of the file \(line 2\)`
}
---
local M, seen = {}, false
function M.on_enter(agent) if agent then (seen and f or g)(agent); seen = true end end --> `^68: "seen" is a local of the file`
M["on_exit"] = function(agent) ({ f = function() seen = false end }).f() end --> `^50: "seen"`
return (M)
---
-- restrictions of choosers and decorators: choose decides, result acts
return {
  choose = function(agent, params, children)
    agent.last = children[1] --> `^5: choose must not change the agent: move it to behavior or on_enter$`
    bt.post(agent.id, "x") --> `^5: choose must not call bt.post: move it to`
    bt.wait(1) --> `^5: choose must not call bt.wait: only run may wait$`
    table.sort(children, function(a, b) return a.score > b.score end)
    children[1].score = 7
    table.insert(agent.list, 1) --> `^18: choose must not change the agent`
    return 1
  end,
  result = function(agent, params, memory, status)
    agent.last, memory.n = status, 1
    bt.post(agent.id, "x")
    bt.wait(1) --> `^5: result must not call bt.wait: only run may wait`
    return status
  end,
  chose = function() end, --> `^3: unknown hook "chose": did you mean choose\?`
  interval = 1,
  importnce = 2, --> `^3: unknown field "importnce": did you mean importance\?`
}
---
-- a hook that is called in Decide gets no memory, and must not keep params
return {
  precondition = function(agent, params, memory)
    if memory then return true end
    local n = memory.n --> `^22: precondition has no memory, since only an active node has one: keep it in a field of the agent, and write it in behavior or on_enter$`
    memory.n = n + 1
    params.speed = 2 --> `^5: precondition must not change params, which belong to the tree: write a field of the agent, in behavior or on_enter$`
    local p = params
    p.list[1] = 2 --> `^5: precondition must not change params`
    return n > 3
  end,
  utility = function(agent, params, memory) memory[1] = 2 return 1 end, --> `^45: utility has no memory`
  postcondition = function(agent, params, memory) return agent.x == 1 end,
  choose = function(agent, params, children) children.n = 1 return children[1].index end,
  on_enter = function(agent, params, memory) memory.n = 0 end,
}
---
-- parameters that a hook does not have
local function step() agent.x = 1 end --> `^23: "agent" is no parameter of this function: hooks get agent as a parameter; elsewhere there is none, unless it is passed$`
return {
  behavior = function() agent.x = 1 end, --> `^25: "agent" is no parameter of this function: write behavior = function\(agent\)$`
  on_enter = function(a) agent.x = 1 end, --> `^26: "agent" is no parameter of this function: the first parameter of on_enter is agent, and is called a here$`
  on_exit = function(agent) memory.x = 1 end, --> `^29: "memory" is no parameter of this function: write on_exit = function\(agent, params, memory\)$`
}
---
-- parameters in another place
return {
  behavior = function(agent, memory) memory.x = 1 end, --> `^30: "memory" is the second parameter here, and the second parameter of behavior is params, whatever its name: write function\(agent, params, memory\)$`
  on_enter = function(self, agent) agent.x = agent.x + 1 end, --> `^29: "agent" is the second parameter here, and the second parameter of on_enter is params, whatever its name: write function\(agent, params\), and no self and no colon: the agent comes first$`
  on_exit = function(agent, _, reason) return reason end, --> `^32: "reason" is the third parameter here, and the third parameter of on_exit is memory, whatever its name: write function\(agent, params, memory, reason\)$`
  result = function(agent, status) if status == "success" then return "failure" end end, --> `^28: "status" is the second parameter here, and the second parameter of result is params`
  choose = function(agent, children) return #children end, --> `^28: "children" is the second parameter here, and the second parameter of choose is params`
  utility = function(agent, memory) return 1 end,
  precondition = function(params, agent) return agent.x end, --> `^35: "agent" is the second parameter here, and the second parameter of precondition is params`
}
---
local M = {}
function M:behavior(agent) --> `^21: "agent" is the second parameter here.*and no self and no colon`
  agent.x = 1
end
return M
---
-- parameters without a default
return {
  params = { speed = 2, ["far"] = 5 },
  behavior = function(agent, params, memory)
    if params.sped > params.far then return params.speed end --> `^15: warning: params\.sped is read, and the table params of this file has no sped: did you mean speed\?$`
    memory.other = agent.sped
  end,
  on_enter = function(agent, p) agent.n = p.reach or p.farr end, --> `^56: warning: p\.farr is read.*: did you mean far\?$`
  helper = function(agent, params) return params.none end, --> `^3: warning: nothing calls "helper"`
}
---
return { params = { speed = 2 }, args = { "point" }, behavior = function(agent, params) return params.point, params.pont end } --> `^117: warning: params\.pont is read.*: did you mean point\?`
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
    count = (count or 0) + 1 --> `^5: assignment to global "count": a value that is kept from call to call needs a place: write agent\.count = \.\.\., memory\.count = \.\.\., or an entry of a board$`
  end,
}
---
-- functions without calls: hooks of other engines first
return {
  tick = function(agent) end, --> `^3: warning: nothing calls "tick": it is no hook, and the file does not use it: did you mean behavior\? Called in every tick while active$`
  enter = function(agent) end, --> `^3: warning: nothing calls "enter".*: did you mean on_enter\? Called once when the behavior becomes active, before its first behavior call$`
  _enter = function() end, --> `^3: unknown hook "_enter": did you mean on_enter\?`
  OnStart = function(agent) end, --> `^3: warning: nothing calls "OnStart".*: did you mean on_enter\?`
  ReceiveTick = function(agent) end, --> `^3: warning: nothing calls "ReceiveTick".*: did you mean behavior\?`
  condition = function(agent) end, --> `^3: warning: nothing calls "condition".*: did you mean precondition\?`
  wave = function(agent) end, --> `^3: warning: nothing calls "wave".*: bough api lists the hooks; if the file needs it, write local function wave$`
  data = { tick = function() end }, speed = 3,
}
---
local M = {}
function M.tick(agent) end --> `^12: warning: nothing calls "tick".*: bough api lists`
M.update = function(agent) end --> `^3: warning: nothing calls "update"`
function M.step(agent) end
function M.turn(agent) end
M.halt, M.wave = function() end, function() end --> `^11: warning: nothing calls "wave"`
function M.behavior(agent) M.step(agent) M:turn() return M["halt"](agent) end
return M
---
melee = {}
function melee.tick(agent) end --> `^16: warning: nothing calls "tick"`
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
function precondition(agent) --> `^10: assignment to global "precondition": hooks are in the table that the file returns: return { precondition = function\(agent, params\) ... end }$`
  return agent.hp > 10
end
function help(agent) end --> `^10: assignment to global "help": write local function help`
---
-- results of hooks
return {
  behavior = function(agent)
    if agent.a then return "sucess" end --> `^28: behavior returns "sucess", which is no status: did you mean "success"\?$`
    if agent.b then return 'FAILURE' end --> `^28: behavior returns 'FAILURE', which is no status: did you mean "failure"\?$`
    if agent.c then return "done" end --> `^28: .*: did you mean "success"\?$`
    if agent.d then return "dance" end --> `^28: .*no status: want nothing, true, false, or one of "running", "success", "failure"$`
    if agent.e then return 0 end --> `^28: behavior returns a number, which is no status: want nothing`
    if agent.f then return {} end --> `^28: behavior returns a table`
    if agent.g then return agent.state == "sucess" and "success" or "runing" end --> `^69: behavior returns "runing", which is no status: did you mean "running"\?$`
    if agent.h then return agent["sucess"] or pick("sucess") or ("sucess" .. "x") end
    if agent.i then return "success", "because" end
    local function inner() return "free" end
    return nil
  end,
  result = function(agent, params, memory, status) return "ok" end, --> `^59: result returns "ok", which is no status: did you mean "success"\?$`
  precondition = function(agent)
    if agent.a then return 0 end --> `^28: warning: precondition returns 0, which counts as yes: only nil and false are no; write return false$`
    if agent.b then return "failure" end --> `^28: warning: precondition returns "failure", which counts as yes`
    if agent.c then return bt.FAILURE end --> `^28: warning: precondition returns bt.FAILURE, which counts as yes`
    if agent.d then return agent.x and 1 or 0 end --> `^45: warning: precondition returns 0`
    return 1 or "fine" or agent.x == 0
  end,
  postcondition = function(agent) return end, --> `^19: warning: postcondition returns nothing, which counts as no, always: write return before the value$`
}
---
local function fine(agent) return agent.x end
return { run = function() return "running" end, precondition = fine, utility = function() end } --> `^80: warning: utility returns nothing`
---
-- dice
local random = math.random
return {
  precondition = function(agent) return math.random() < 0.3 end, --> `^41: warning: precondition calls math.random, so it answers anew in each tick, also while the behavior is active: the decorator chance in a tree draws only while its child is not active; with interval = 2 an answer holds for 2 seconds`
  postcondition = function(agent) return random(6) > 3 end, --> `^42: warning: postcondition calls math.random`
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
  precondition = function(agent) return bt.stimulus(agent, "noise") ~= nil end, --> `^41: warning: bt.stimulus takes nothing, and is given 2 arguments: write bt.stimulus\(\)`
  behavior = function(agent)
    bt.stimulus("noise") --> `^5: warning: bt.stimulus takes nothing, and is given 1 argument: write`
    if bt.ran(agent, "flee", 2) then return end --> `^8: warning: bt.ran takes node, ticks only, and is given 3 arguments: write bt.ran\(node, ticks\)`
    if bt.ran("flee", 2) or bt.ran(two()) or bt.ran("flee", two()) then return end
    bt.stimulus(two())
    other.stimulus(1)
  end,
}
---
local M = {
  params = { near = 1, far = 2, near = 3 }, --> `^33: warning: near is in this table twice; the one on line 2 has no effect: delete one of them$`
  behavior = function(agent) end,
  doc = "One.",
  behavior = function(agent) agent.x = 1 end, --> `^3: warning: behavior is in this table twice; the one on line 3 has no effect: delete one of them$`
}
M.doc = "Two."
return M
---
-- Arguments that are missing, or that have another type.
local list = { 1 }
return {
  run = function(agent)
    bt.wait() --> `^5: bt.wait needs seconds, and is given nothing: write bt.wait\(seconds\)$`
    bt.wait(bt.dt()) --> `^13: bt.dt is a number and cannot be called: write bt.dt$`
    agent.x = bt.dt(1) + bt.dt --> `^15: bt.dt is a number and cannot be called`
    bt.wait("a second") --> `^13: argument 1 \(seconds\) of bt.wait is a string; want a number: write bt.wait\(seconds\)$`
    bt.wait("2") bt.wait(-1) bt.wait(1 + 1) bt.wait(agent.x) bt.wait(unpack(list))
    bt.wait(nil) --> `^13: argument 1 \(seconds\) of bt.wait is nil; want a number: write bt.wait`
    bt.wait({}) --> `^13: argument 1 \(seconds\) of bt.wait is a table; want a number: write bt.wait`
    bt.wait_until(true) --> `^19: argument 1 \(f\) of bt.wait_until is a boolean; want a function: write bt.wait_until\(f\)$`
    bt.wait_until(function() return true end)
    bt.post(agent.id) --> `^5: bt.post needs id, name, and is given 1 argument: write bt.post\(id, name\)$`
    bt.post(agent.id, "noise", nil, "ten") --> `^37: argument 4 \(ttl\) of bt.post is a string; want a number: write bt.post\(id, name, data, ttl\)$`
    bt.post(agent.id, 7, { x = 1 }, nil)
    bt.request("move", { x = 1 }) --> `^16: argument 1 \(agent\) of bt.request is a string; want a table: write bt.request\(agent, "hit"\)$`
    bt.request("move") --> `^5: bt.request needs agent, kind, and is given 1 argument: write bt.request\(agent, "hit"\)$`
    local wait = bt.wait
    wait() --> `^5: bt.wait needs seconds, and is given nothing`
    agent.wait()
  end,
}
---
-- comparisons with words that a parameter never is
return {
  on_exit = function(agent, params, memory, why)
    if why == "abort" then agent.x = 1 end --> `^15: warning: why is never "abort": did you mean "aborted"\?$`
    if "ABORTED" ~= why then agent.x = 1 end --> `^8: warning: why is never "ABORTED": did you mean "aborted"\?$`
    if why == "failed" or why == "succes" then agent.x = 1 end --> `^15: warning: why is never "failed": did you mean "failure"\?$` `^34: warning: why is never "succes": did you mean "success"\?$`
    if why == "sunset" then agent.x = 1 end --> `^15: warning: why is never "sunset": want one of "success", "failure", "aborted", "error", "reloaded", "reset", "despawned", "switched", "closed"$`
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
    if not b.alarm then b.alarm = { n = 0 } else b.alarm.n = b.alarm.n + 1 end --> `^50: what a board returns is a copy, so a write to it changes nothing on the board: write local copy = b.alarm or {}, change copy, and write b.alarm = copy, which is seen from the next tick on$`
    bt.board("v").list[#agent.list + 1] = 1 --> `^5: .*write local copy = bt.board\("v"\).list or {}, `
    b[agent.place].x.y = 1 --> `^5: .*write local copy = b\[agent.place\] or {}, `
    b["odd key"][1] = 1 --> `^5: .*write local copy = b\["odd key"\] or {}, `
    table.insert(b.list, agent.x) --> `^18: what a board returns is a copy, so table.insert changes nothing on the board: write local copy = b.list or {}, `
    table.sort(bt.board "v".list) --> `^16: what a board returns is a copy, so table.sort changes`
    for k, v in pairs(b) do print(k, v) end --> `^23: warning: pairs finds nothing on a board: an entry may be a list: for i, v in ipairs`
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
-- parameters that are tables, and are used like numbers or texts
return {
  behavior = function(agent, dt) agent.x = agent.x + 4 * dt end, --> `^30: "dt" is the second parameter here, and the second parameter of behavior is params, whatever its name: the seconds since the last tick are bt.dt; write function\(agent\)$`
  on_exit = function(agent, why) print(".." .. why) end, --> `^29: "why" is the second parameter here, and the second parameter of on_exit is params, whatever its name: write function\(agent, params, memory, why\)$`
  precondition = function(agent, range) return agent.x < range end, --> `^34: "range" is the second parameter here, and the second parameter of precondition is params, whatever its name: write function\(agent, params\), and params.range$`
  on_enter = function(agent, delta_time) walk(agent, delta_time) end, --> `^30: "delta_time" is the second parameter here`
  result = function(agent, params, outcome) if outcome == "success" then return "failure" end end, --> `^36: "outcome" is the third parameter here.*: write function\(agent, params, memory, outcome\)$`
  utility = function(agent, params) return params * 2 end, --> `^44: params is a table: name one of its entries, as in params.speed$`
  postcondition = function(hp) return -hp == 3 end, --> `^28: "hp" is the first parameter here.*: write function\(agent\), and agent.hp$`
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
    return agent.weapon == "drawn" or "sheathed" --> `^39: warning: "sheathed" by itself counts as true, and so does the whole condition: write agent.weapon == "drawn" or agent.weapon == "sheathed"$`
  end,
  behavior = function(agent, params)
    local a, b, f = agent.a, agent.b, agent.f
    if 3 < agent.hp < 5 then a = 1 end --> `^8: 3 < agent.hp is true or false, and cannot be compared by <: write 3 < agent.hp and agent.hp < 5$`
    if not a >= 3 then a = 1 end --> `^8: not a is true or false, and cannot be compared by >=: write not \(a >= 3\)$`
    if (a or b) < (f(a, (b))) <= f(b) then a = 1 end --> `^9: \(a or b\) < \(f\(a, \(b\)\)\) is true or false, and cannot be compared by <=: write \(a or b\) < \(f\(a, \(b\)\)\) and \(f\(a, \(b\)\)\) <= f\(b\)$`
    if not a == 3 then a = 1 end --> `^8: warning: not a is true or false, and never 3: write a ~= 3$`
    if (not a.b[1]) ~= "x" then a = 1 end --> `^9: warning: \(not a.b\[1\]\) is true or false, and always differs from "x"`
    if not a == nil then a = 1 end --> `^8: warning: not a is true or false, and never nil: write a ~= nil$`
    if a == b == 3 then a = 1 end --> `^8: warning: a == b is true or false, and never 3: write a == b and b == 3$`
    if a ~= "x" or "y" or "z" then a = 1 end --> `^20: warning: "y" by itself .*: write a ~= "x" and a ~= "y" and a ~= "z"$`
    if a:kind() == "x" or "y" then a = 1 end --> `^27: warning: "y" by itself .*: write a:kind\(\) == "x" or a:kind\(\) == "y"$`
    if (not a) == 3 then a = 1 end --> `^9: warning: \(not a\) is true or false, and never 3: write a ~= 3$`
    if a < 30 or 50 then a = 1 end --> `^18: warning: 50 by itself counts as true, .*: write a < 30 or a < 50$`
    while a and (b or 1) do a = nil end --> `^23: warning: 1 by itself counts as true, .*: compare it with something$`
    print("hp: " + agent.hp, "%d" % a, a * "-", -"x", "10" + 1, " 0x10 " * 2) --> `^11: \+ is for numbers, and the string "hp: " is a text: texts are joined by ..$` `^30: % is for numbers, and the string "%d" is a text: string.format` `^44: \* is for numbers.*string.rep` `^50: - is for numbers, and the string "x" is a text: write a number$`
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
    bt.wait_until(function() agent.ready = agent.hp > 3 end) --> `^19: warning: the function of bt.wait_until returns nothing, so the waiting never ends: write return before the condition$`
    bt.wait_until(ready) --> `^19: warning: the function of bt.wait_until returns nothing`
    bt.wait_until(rest) bt.wait_until(agent.f) bt.wait_until(function() return agent.x end)
  end,
  utility = function(agent) agent = agent.hunger or 0 end, --> `^13: warning: utility returns nothing; want a number: write return before the value$`
}
---
return {
  utility = function(agent)
    if agent.a then return agent.hunger > 3 end --> `^28: warning: utility returns agent.hunger > 3; want a number: write agent.hunger > 3 and 1 or 0$`
    if agent.b then return (agent.hunger or 0) > 3 end --> `^29: warning: utility returns \(agent.hunger or 0\) > 3; want`
    if agent.b then return "5" end --> `^28: warning: utility returns "5"; want a number: write 5 without quotes$`
    if agent.c then return true end --> `^28: warning: utility returns true; want a number: the child with the highest`
    if agent.d then return end
    if agent.e then return agent.x and 1 or "low" end --> `^45: warning: utility returns "low"; want a number`
    return agent.hunger or -1
  end,
}
---
-- hooks and data at places where they have no effect
local function behavior(agent) agent.x = 1 end
return { behavior } --> `^10: warning: behavior has no name in this table, so it is no hook: write behavior = behavior$`
---
local function behavior(agent) agent.x = 1 end --> `^16: warning: nothing uses the local function behavior: hooks are in the table that the file returns: return { behavior = behavior }$`
return {}
---
local function behavior(agent) agent.x = 1 end
local function run(agent) agent.x = 2 end
return { behavior = function(agent) behavior(agent) end, on_enter = run }
---
return {
  hooks = { behavior = function(agent) agent.x = 1 end }, --> `^3: warning: nothing calls the hook behavior inside hooks: write it directly into the table that the file returns$`
  parameters = { near = 3 }, --> `^3: warning: nothing reads "parameters": did you mean params\? Defaults of the parameters; a tree may override them$`
  description = "x", --> `^3: warning: nothing reads "description": did you mean doc\?`
  cooldown = 3, --> `^3: warning: nothing reads "cooldown": cooldown is a node kind, which is written in a tree$`
  speed = 1, --> `^3: warning: speed is no parameter here, and params.speed does not read it: write it into params = { speed = ... }$`
  version = 3, author = "x",
  on_enter = function(agent, params) agent.speed = params.speed end,
}
---
return {
  behavior = function(agent, params) agent.x = params.speed + params.speed end, --> `^55: warning: params.speed is read, and this file has no params: write params = { speed = ... }, with the value for trees that give none$`
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
  parameters = { speed = 3 }, --> `^3: warning: nothing reads "parameters": did you mean params`
  behavior = function(agent, params) agent.x = params.speed end,
}
---
return {
  params = { speed = 1 },
  args = { "sped", "point" }, --> `^12: warning: args names sped, and params has no sped: did you mean speed\?$`
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
    local walk = require "lib.walk" --> `^18: behavior calls require, which works only while a file is loaded: call it at the top of the file$`
    params.speed = 2 --> `^5: params belong to the tree, and cannot be written: keep what changes in memory or in a field of the agent$`
    local copy = { speed = params.speed }
    copy.speed = 3
  end,
  on_enter = function(agent, m) m.n = 1 end, --> `^33: m is the second parameter, which is params, and cannot be written: the third parameter is memory: write function\(agent, params, m\)$`
}
---
return {
  choose = function(agent, params, children)
    local best
    for place, child in ipairs(children) do
      if not best or child.utility < children[best].score then best = place end --> `^28: warning: a child has no utility, but name, index, active, score: the utility is score$`
      if child.nmae == "rest" and child.active then best = place end --> `^16: warning: a child has no nmae, but name, index, active, score: did you mean name\?$`
    end
    for _, entry in ipairs(agent.list) do entry.x = entry.y end
    for _, entry in ipairs({ 1, f(2) }) do entry.x = entry.y end
    return best
  end,
}
---
return {
  on_enter = function(agent, params, memory)
    memory = { n = 0 } --> `^5: warning: memory gets another table, which is lost when the hook returns: write memory\.n = \.\.\.$`
  end,
  on_exit = function(agent, params, m)
    m = {} --> `^5: warning: m gets another table, which is lost when the hook returns: write m\.name = \.\.\.$`
    m = m or { n = 0 }
  end,
}
---
return {
  arg = { "a" }, --> `^3: warning: nothing reads "arg": did you mean args\? Names of the parameters`
  stimuli = "bell", --> `^3: warning: nothing reads "stimuli": did you mean stimulus\? Ready only while`
  behavior = function(agent, params) agent.x = params.a end,
}
---
return {
  ["the bell startles him"] = function(t) t.tick() end, --> `^4: warning: nothing calls "the bell startles him".*: the name of a test file ends in _test\.lua$`
  ["the bell is heard"] = function(t) t.tick() end,
}
---
local heard, dt = bt.stimulus, bt.dt
return {
  behavior = function(agent)
    if bt.stimulus == "noise" then agent.x = 1 end --> `^23: warning: bt\.stimulus is a function, and never a text: to call it, write bt\.stimulus\(\)$`
    if "noise" ~= heard then agent.x = 2 end --> `^8: warning: bt\.stimulus is a function, and never a text`
    if bt.stimulus() == "noise" or agent.stimulus == "x" then agent.x = 3 end
  end,
}
