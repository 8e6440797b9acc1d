return {
  behavior = function(agent) --> `^14: "function" is not closed before "}" on line 6: "end" is missing$`
    if agent.hp then
      return
    end
}
---
local function f(a) --> `^7: "function" is not closed: "end" is missing`
  while a do
    a = a.next
  end

local function g()
end
---
local function f(a)
  if a then --> `^3: "if" is not closed: "end" is missing`
    a = 1
end
---
local function f(a)
  if a == 1 then --> `^3: "if" is not closed.*line 4 has else if, which begins a second if with its own end: write elseif`
    return 1
  else if a == 2 then
    return 2
  end
end
---
local x = 1
end --> `^1: "end" without a beginning`
---
local function f(a)
  return a
end
end --> `^1: "end" without a beginning`
---
local x = (1 + 2 --> `^11: "\(" is not closed: "\)" is missing`
local y = 3
---
local t = { --> `^11: "{" is not closed: "}" is missing`
  a = 1,
  b = { 2 },
---
local function f(a)
  g(a, 2 --> `^4: "\(" is not closed before "end" on line 3: "\)" is missing`
end
---
local function f(a)
  if a = 1 then --> `^8: "=" assigns and is not possible in an expression: to compare write ==`
    return 2
  end
end
---
local function f(a)
  return a = 1 --> `^12: "=" assigns`
end
---
local x = f(a = 1) --> `^15: "=" is not possible inside`
---
f() = 3 --> `^5: a value cannot be assigned to a call`
---
local x = 1
x += 1 --> `^3: "\+=" is not Lua: write x = x \+ \.\.\.`
if x != 2 then --> `^6: "!=" is not Lua: write ~= `
end
if x == 1 && y || !z then --> `^11: "&&" is not Lua: write and` `^16: "\|\|" is not Lua: write or` `^19: "!" is not Lua: write not`
end
---
// a comment that isn't Lua --> `^1: "//" is not Lua: a comment begins with --`
local x = 1 /* one --> `^13: "/\*" is not Lua`
more isn't */
x++ --> `^2: "\+\+" is not Lua: write x = x \+ 1`
---
local s = "\x41" --> `^12: unknown escape \\x in a string: hexadecimal`
local u = "é\u{41}" --> `^13: unknown escape \\u in a string: Unicode`
local z = "a\z" --> `^13: unknown escape \\z`
local d = "\d+" --> `^12: unknown escape \\d.*% instead of`
local n = "\300" --> `^12: escape \\300 in a string is too large`
local ok = "\a\b\f\n\r\t\v\\\"\'\065\
"
---
local s = "abc --> `^11: the string is not closed on its line: add the missing`
local t = 'abc --> `^11: the string is not closed`
---
local s = [[abc --> `^11: the long string is not closed: add \]\]`
---
local s = 1
--[==[ abc --> `^1: the long comment is not closed: add \]==\]`
---
local a = [=x --> `^11: unexpected "\[="`
---
local n = 3x --> `^11: malformed number 3x: a name does not begin with a digit; for a product write 3 \* x`
local m = 1..2 --> `^11: malformed number 1\.\.2: put spaces around`
local e = 1e --> `^11: malformed number 1e: digits are missing after e`
local hp, near = 1, 2
local b = hp<30and near --> `^14: malformed number 30and: put a space before and`
local u = 0.5f --> `^11: malformed number 0\.5f: numbers have no suffix in Lua; write 0\.5`
local v = 1.2.3 --> `^11: malformed number 1\.2\.3: a number has at most one point`
local h = 0xfg --> `^11: malformed number 0xfg: a hexadecimal`
local i = 0x --> `^11: malformed number 0x: digits are missing`
local o, b, c = 0010, 1e999, 0xffffffffffffffff
local ok = 010 + .5 + 3. + 1e+5 + 1E-5 + 0xAb + 0
---
local s = “abc” --> `^11: "“" is not Lua: write the straight quote`
local größe = 1
---
local a = b ? c --> `^13: "\?" is not Lua: write: condition and value or other`
---
if x y() end --> `^6: "then" is missing after the condition of "if" on line 1`
---
if x do --> `^6: "then" is missing after the condition of "if" on line 1: write then instead of do`
end
---
if x
  y() --> `^3: "then" is missing after the condition of "if" on line 1`
end
---
while x then --> `^9: "do" is missing after the condition of "while" on line 1: write do instead of then`
end
---
for i = 1, 3 print(i) end --> `^14: "do" is missing after the values of "for" on line 1`
---
for k, v in pairs(t) print(k) end --> `^22: "do" is missing after the values of "for" on line 1`
---
if (x) { --> `^8: unexpected "{": write then instead of {, and end instead of }$`
  y()
}
---
function f() { --> `^14: unexpected "{": Lua blocks have no braces`
}
---
return {
  a = 1
  b = 2, --> `^3: a comma is missing before "b": the table begins on line 1`
}
---
return {
  precondition = function() return true end
  behavior = function() end, --> `^3: a comma is missing before "behavior"`
}
---
f(a b) --> `^5: a comma or "\)" is missing before "b"`
---
return { a: 1 } --> `^11: unexpected ":" in a table: write a = 1$`
---
local end = 1 --> `^7: "end" is a word of Lua and cannot be a name: choose another name`
---
local x = a.end --> `^13: "end" is a word of Lua and cannot be a name: write \["end"\] instead of \.end`
---
return { end = 1 } --> `^10: "end" is a word of Lua and cannot be a name: write \["end"\] = `
---
local function M.f() end --> `^1: a function in a table cannot be local: write function M\.`
---
function() end --> `^1: the function has no name`
---
local function f()
  return 1 --> `^3: return must be the last statement of its block; "g" follows on line 3: to leave early write do return end`
  g()
end
---
local function f()
  while true do
    break --> `^5: break must be the last statement of its block; "g" follows on line 4`
    g()
  end
end
---
while true do
  if x then continue end --> `^13: continue is not Lua: put the rest`
end
---
fucntion f() end --> `^1: unknown word "fucntion": did you mean function\?`
---
locla x = 1 --> `^1: unknown word "locla": did you mean local\?`
---
var x = 1 --> `^1: "var" is not Lua here: write local`
---
if a then
  b()
elif c then --> `^1: "elif" is not Lua here: write elseif`
  d()
end
---
local x = 1
x --> `^1: "x" alone is not a statement: call it: x\(\), or assign to it: x = \.\.\.`
f()
---
local t = 1
t.x.y --> `^1: "t.x.y" alone is not a statement: call it: t.x.y\(\), or assign to it: t.x.y = \.\.\.$`
f()
---
if (a.x) { a.y = 1 } --> `^10: unexpected "{": write then instead of {, and end instead of }$`
---
if hp AND x then end --> `^7: unexpected "AND" after "hp": write and in small letters$`
---
local x == 3 --> `^9: unexpected "==" after "x": to assign write =$`
---
local agent.y = 3 --> `^12: unexpected "." after "agent": a field is written without local$`
---
x = agent:hp --> `^11: the file ends after "hp": a call follows a colon, as in :hp\(\); to read a field write \.hp$`
---
x = agent:hp + 1 --> `^14: unexpected "\+" after "hp": a call follows a colon, as in :hp\(\); to read a field write \.hp$`
---
f = function() x = 1, end --> `^23: unexpected "end" after ",", which needs a value after it$`
---
local x = + 1 --> `^11: unexpected "\+" after "=", which needs a value after it`
---
local x = --> `^9: the file ends after "=", which needs a value after it`
---
f(a)
(g or h)(b) --> `^1: this "\(" continues the line above as a call: begin the line with ;`
---
local t = {a.b:c} --> `^17: unexpected "}" after "c"`
---
local x = "a" "b" --> `unexpected the string "b" after the string "a"`
---
repeat f() end --> `is not closed`
---
goto --> `.`
---
if x == 1 then y() else z() else w() end --> `^29: unexpected "else"`
---
return {
  behavior = function(agent)
    if agent.n == 3 then --> `^5: "if" is not closed: "end" is missing`
      return true
  end,
}
---
return {
  behavior = function(agent)
    for i = 1 to 10 do --> `^15: a comma is missing in this "for" before "to": write for i = first, last do$`
      agent.x = i
    end
  end,
}
---
for i = f(1, 2); 3 do end --> `^16: a comma is missing in this "for" before ";": write for i = first, last do$`
---
for k = 1 do end --> `^11: a comma is missing in this "for" before "do": write for k = first, last do$`
---
for i = 1, 10 --> 
  print(i) --> `^3: "do" is missing after the values of "for" on line 1`
end
---
return {
  behavior = function(agent)
    if agent.x then
      agent.x = 1
    end
    end --> `^5: this "end" closes behavior of line 2 already, and "end" follows: there is an end too many, here or above$`
  end,
}
---
wait(function() agent() end end) --> `^29: this "end" closes nothing, since all blocks inside the "\(" of line 1 have theirs`
---
local function f()
  local t = { g = function() end --> `^13: "{" is not closed before "end" on line 3: "}" is missing$`
end
---
return {
  behavior = function(agent)
    if agent.hp then --> `^5: "if" is not closed: "end" is missing: line 5 has else if, which begins a second if with its own end: write elseif$`
      agent.a = 1
    else if agent.x then
      agent.b = 2
    end
  end,
}
---
return {
  behavior = function(agent): --> `^29: ":" does not begin a block in Lua: leave it out; the block ends with end$`
    agent.x = 1
  end,
}
---
if agent.x: --> `^11: ":" does not begin a block in Lua: write then instead; the block ends with end$`
  agent.x = 1
---
while true do: --> `^14: ":" does not begin a block in Lua: leave it out`
end
---
local x <const> = 5 --> `^9: <const> is of Lua 5\.4, and this is Lua 5\.1: leave it out; nothing`
---
local a, f <close> = g() --> `^12: <close> is of Lua 5\.4, and this is Lua 5\.1: leave it out, and close the value`
---
local x = 7 & 2 | 1 --> `^13: "&" is not Lua: write and; Lua 5\.1 has no operators for bits` `^17: "\|" is not Lua: write or; Lua`
local y = 7 << 2 --> `^13: "<<" is not Lua: Lua 5\.1 has no operators for bits: write x \* 2 \^ n`
local z = a ?? 3 --> `^13: "\?\?" is not Lua: write or$`
w := 3 --> `^3: ":=" is not Lua: write =$`
---
#!/usr/bin/lua --> `^1: a file that begins with #! is one for a shell: remove this line`
return {}
---
local t = [1, 2, 3] --> `^11: "\[" does not begin a list in Lua: write { 1, 2, 3 }`
---
for x in [1, 2] do end --> `^10: "\[" does not begin a list in Lua: write ipairs\(`
---
f([1, 2]) --> `^3: "\[" does not begin a list in Lua: write { 1, 2, 3 }`
---
agent.pos = (1, 2) --> `^15: brackets hold one value: several go into a table`
---
"abc":upper() --> `^1: a text has no methods without brackets around it: write \("abc"\):upper\(\.\.\.\)`
---
return {
  doc = "x",
  behavior(agent) --> `^3: a function in a table has its name and = before it: write behavior = function\(\.\.\.\) \.\.\. end`
    agent.x = 1
  end,
}
---
return {
  function behavior(agent) --> `^3: a function in a table has its name and = before it: write behavior = function`
    agent.x = 1
  end,
}
---
local function f()
  if a then b() end else c() end --> `^21: "else" belongs to no if: the end before it has closed the if: remove that end`
end
---
local function f()
  elseif a then --> `^3: "elseif" belongs to no if: it goes between if \.\.\. then and its end`
end
---
local function f(a, b = 1) --> `^23: a parameter has no default in Lua: write b = b or \.\.\. as the first line of the function`
end
---
local x = 0b101 --> `^11: malformed number 0b101: Lua has no binary numbers`
local y = 1_000 --> `^11: malformed number 1_000: write it without _: 1000`
---
return {
  precondition = functoin(agent) --> `^18: unknown word "functoin": did you mean function\?`
    return agent.x > (1 + 2)
  end,
}
---
return { behavior = funciton(agent) agent.x = 1 end } --> `^21: unknown word "funciton": did you mean function\?`
---
return { behavior = functoin(agent) end } --> `^21: unknown word "functoin": did you mean function\?`
---
local f = fucntion(a, b) --> `^11: unknown word "fucntion": did you mean function\?`
  a.x = b
end
---
local function f(a)
  if a then
    a.x = 1
  edn --> `^3: "edn" alone is not a statement: did you mean end\?`
end
---
-- a line further left than a return belongs to another block
return {
  behavior = function(agent)
    if agent.hp < 10 then --> `^5: "if" is not closed: "end" is missing: write end before line 6, which is further left than the return above it$`
      return "failure"
    agent.x = 1
  end,
}
---
return {
  behavior = function(agent)
    for i = 1, 3 do --> `^18: "do" is not closed: "end" is missing: write end before line 8`
      if agent.x then
        return "success"
      end
      return "failure"
    agent.x = 4
  end,
}
---
local function near(agent) --> `^7: "function" is not closed: "end" is missing: write end before line 4`
  return agent.x < 3

return {}
---
return {
  precondition = function(agent) return agent.hp > 3, --> `^18: "function" is not closed: "end" is missing: write end before the comma on line 2$`
  behavior = function(agent) end,
}
---
return {
  behavior: function(agent) --> `^11: unexpected ":" in a table: write behavior = function\(...\) ... end$`
    agent.x = 1
  end,
}
---
return { "speed": 3 } --> `^17: unexpected ":" in a table: write \["speed"\] = 3$`
---
return { params: { speed = 3 } } --> `^16: unexpected ":" in a table: write params = ...$`
---
return {
  behavior = function(agent)
    if agent.x == 3 { --> `^21: unexpected "{": write then instead of {, and end instead of }$`
      agent.x = 1
    }
  end,
}
---
while x < 3 { --> `^13: unexpected "{": write do instead of {, and end instead of }$`
  x = 4
}
---
local function f(a)
  if a then
    return 1 --> `^5: return must be the last statement of its block; "a" follows on line 4: to leave early write do return end$`
    a = 2
  end
end
---
return {
<<<<<<< HEAD --> `^1: <<<<<<< is a conflict that version control has left: choose one of the two versions and remove the marks$`
  params = { near = 10 },
=======
  params = { near = 20 },
>>>>>>> other
}
---
local x = 1 << 2 --> `^13: "<<" is not Lua`
return {
======= --> `^1: ======= is a conflict`
  params = { near = 20 },
>>>>>>> other
}
---
return { doc = [[
<<<<<<< HEAD
]] }
---
return {
  precondition = function(agent) agent.enemy_x < 3 end, --> `^34: a value alone is not a statement: write return before it$`
}
---
return {
  precondition = function(agent)
    agent.list[1].hp and agent.hp < 3 --> `^5: a value alone is not a statement: write return before it$`
  end,
}
---
return {
  precondition = function(agent)
    local x = 3
    geom.distance(x, 3, (2)) < 5 --> `^5: a value alone is not a statement: write return before it$`
  end,
}
---
return {
  precondition = function(agent)
    not agent.tired --> `^5: a value alone is not a statement: write return before it$`
  end,
}
---
return {
  behavior = function(agent)
    if agent.x then agent.y == 3 end --> `^21: a value alone is not a statement: write return before it; to assign write =$`
  end,
}
---
print(“help!”) --> `^7: "“" is not Lua: write the straight quote "$`
print(„help & more", x) --> `^7: "„" is not Lua: write the straight quote "$`
print(‘a !’ .. “b”) --> `^7: "‘" is not Lua` `^16: "“" is not Lua`
print(‘ +) --> `^7: \S+ is not Lua: write the straight quote`
x = 1 ! --> `^7: "!" is not Lua`
---
return { --> `^1: return must be the last statement of its block; "local" follows on line 4: a file ends with its return: move helper above line 1$`
  behavior = function(agent) helper(agent) end,
}
local function helper(agent) agent.x = 1 end
---
local M = {}
return M --> `^1: return must be the last statement of its block; "function" follows on line 3: a file ends with its return: move M.behavior above line 2$`
function M.behavior(agent) agent.x = 1 end
---
return {} --> `^1: return must be the last .*: move what follows above line 1$`
melee.x = 1
---
return {} --> `^1: return must be the last .*: move speed above line 1$`
local speed = 3
---
# walks --> `^1: "#" does not begin a comment in Lua: a comment begins with --$`
#note without a space --> `^1: "#" does not begin a comment`
## don't worry --> `^1: "#" does not begin a comment`
return {
  # the table --> `^3: "#" does not begin a comment`
  params = { speed = 3 }, # per second --> `^27: "#" does not begin a comment`
  behavior = function(agent)
    if agent.x then # there --> `^21: "#" does not begin a comment`
      agent.x = 1 # step --> `^19: "#" does not begin a comment`
    end #end --> `^9: "#" does not begin a comment`
  end,
}
---
local n, list = #agent.list + # agent.list, { #a, # b, #c }
local t = {
  # b, # c,
  # c
    or 3,
  # b
}
f(a,
  #b, # b)
return #list
---
return {
  # don't run --> `^3: "#" does not begin a comment`
}
---
return {
  precondition = function(agent)
    #agent.list > 3 --> `^5: a value alone is not a statement: write return before it$`
  end,
}
---
{ --> `^1: a table alone is not a statement: write return before it$`
  behavior = function(agent) agent.x = 1 end,
}
---
local speed = 3
{ behavior = function(agent) agent.x = speed end } --> `^1: a table alone is not a statement: write return before it$`
---
return {
  behavior = function(agent)
    agent.x = agent. --> `^20: a name is missing after ".": write the field`
  end,
}
---
local function f(agent)
  agent.x = agent. --> `^18: a name is missing after "."`
  agent.y = 3
end
---
agent.my-speed = 3 --> `^7: a name has no -: write my_speed$`
---
local my-run-speed = 3 --> `^7: a name has no -: write my_run_speed$`
---
return { params = { my-run-speed = 3 } } --> `^21: a name has no -: write my_run_speed$`
---
local function my-walk(agent) end --> `^16: a name has no -: write my_walk$`
---
my-walk(agent) --> `^1: a name has no -: write my_walk$`
---
if a then pass end --> `^11: "pass" alone is not a statement: leave it out: a block may be empty$`
---
await walk(agent) --> `^1: "await" is not Lua here: write bt.wait\(seconds\) or bt.wait_until\(f\), in the hook run$`
---
yield return nil --> `^1: "yield" is not Lua here: write bt.yield\(\), in the hook run$`
---
yield --> `^1: "yield" alone is not a statement: write bt.yield\(\), in the hook run$`
f()
---
from lib import walk --> `^1: "from" is not Lua here: write local walk = require "lib.walk"$`
---
class Guard extends Node --> `^1: "class" is not Lua here: write return { ... }: a file is one behavior$`
---
local x = 3 ** 2 --> `^13: "\*\*" is not Lua: write \^$`
---
return {
  behavior = function(agent)
    agent.y = math.floor(agent.x + 1)) --> `^38: "\)" closes nothing: delete it, or write "\(" before$`
  end,
}
---
return {
  a = math.floor(3)), --> `^20: "\)" closes nothing: delete it`
  b = 2,
}
---
if agent.x + 1) > 2 then --> `^15: "\)" closes nothing: delete it, or write "\(" before$`
end
---
local function f(a)
  a.b = { 1 }} --> `^14: "}" closes nothing: delete it`
end
---
local t = a[1]] + 2 --> `^15: "\]" closes nothing: delete it, or write "\[" before$`
---
f(function() --> `^3: "function" is not closed before "\)" on line 3: "end" is missing$`
  g()
)
---
return {
  params = { a = 1 }}, --> `^21: this "}" closes the table of line 1, and behavior = follows: delete it`
  behavior = function(agent, params) end,
}
---
return --> `^1: "{" is missing after return: write return {$`
  doc = "x",
}
---
return {
  params = a = 1 }, --> `^14: "=" is here twice: write params = { a = \.\.\. }, or == to compare$`
}
---
return {
  behavior = function(agent)
    if agent.c then
      agent.x = 1
    end
    end --> `^5: this "end" closes behavior of line 2 already, and "agent" follows: there is an end too many, here or above$`
    agent.y = 2
  end,
}
---
return {
  a = function() end
  x = 2, --> `^3: a comma is missing before "x"`
}
---
return {
  doc = Rows out., --> `^9: a text stands in quotes: write doc = "Rows out\."$`
}
---
return { a = b c = 2 } --> `^16: a comma is missing before "c"`
---
local function f(a)
  if a then
    return 1
  elif a == 2 then --> `^3: "elif" is not Lua here: write elseif$`
    return 2
  end
end
---
for (i = 1, 3) do --> `^5: a for has no brackets: write for i = first, last do`
end
---
for i, f in ipairs agent.friends do --> `^13: ipairs is a function, and its table stands in brackets: write ipairs\(agent\.friends\)$`
end
---
return {
  "behavior" = function() end, --> `^3: a key has no quotes, or stands in square brackets: write behavior = \.\.\.$`
}
---
return {
  "two words" = 1, --> `^3: a key has no quotes, or stands in square brackets: write \["two words"\] = \.\.\.$`
}
---
return {
  local run = function() end, --> `^3: a table holds no locals: write run = \.\.\.$`
}
---
return {
  behavior = function(agent. params) end, --> `^28: a comma separates parameters: write , instead of \.$`
}
---
local walk = require "lib.walk"

{ --> `^1: a table alone is not a statement: write return before it$`
  behavior = function() end,
}
---
return {
  doc "x", --> `^3: = is missing after doc: write doc = "x"$`
  params { a = 1 }, --> `^3: = is missing after params: write params = { a = 1 }$`
  behavior(agent),
}
---
return {
  run = function(agent)
    bt.wait_until(function() --> `^19: "function" is not closed before "\)" on line 4: "end" is missing$`
      return agent.x > 3)
  end,
}
---
return {
  run = function(agent)
    bt.wait_until(function()
      return math.floor(agent.x)) > 3 --> `^33: "\)" closes nothing: delete it, or write "\(" before$`
    end)
  end,
}
---
return {
  behavior = function(agent)
    agent.list = { 1 }} --> `^23: "}" closes nothing: delete it, or write "{" before$`
  end,
}
