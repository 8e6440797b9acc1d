return {
  behavior = function(agent) --> `14: not-closed-before close="end" found="}" line=6 opener="function"`
    if agent.hp then
      return
    end
}
---
local function f(a) --> `7: not-closed close="end" opener="function"`
  while a do
    a = a.next
  end

local function g()
end
---
local function f(a)
  if a then --> `3: not-closed close="end" opener="if" -> closed-by-end-further-left at=4 word="end"`
    a = 1
end
---
local function f(a)
  if a == 1 then
    return 1
  else if a == 2 then --> `3: else-if -> it`
    return 2
  end
end
---
local x = 1
end --> `1: stray-closer found="end" -> it`
---
local function f(a)
  return a
end
end --> `1: stray-closer found="end" -> it`
---
local x = (1 + 2 --> `11: not-closed close=")" opener="("`
local y = 3
---
local t = { --> `11: not-closed close="}" opener="{"`
  a = 1,
  b = { 2 },
---
local function f(a)
  g(a, 2 --> `4: not-closed-before close=")" found="end" line=3 opener="("`
end
---
local function f(a)
  if a = 1 then --> `8: assign-in-expression -> it`
    return 2
  end
end
---
local function f(a)
  return a = 1 --> `12: assign-in-expression -> it`
end
---
local x = f(a = 1) --> `15: assign-in-call -> it`
---
f() = 3 --> `5: call-assigned -> it`
---
local x = 1
x += 1 --> `3: foreign-compound name="x" old="x" operator="+" value="1" word="+=" -> it`
if x != 2 then --> `6: foreign-not-equal word="!=" -> it`
end
if x == 1 && y || !z then --> `11: foreign-and word="&&" -> it` `16: foreign-or word="||" -> it` `19: foreign-not word="!" -> it`
end
---
// a comment that isn't Lua --> `1: foreign-slashes word="//" -> it`
local x = 1 /* one --> `13: foreign-long-comment word="/*" -> it`
more isn't */
x++ --> `2: foreign-increment name="x" old="x" word="++" -> it`
---
local s = "\x41" --> `12: unknown-escape-in-string escape="\\x" -> escape-hex-code code="\\065"`
local u = "é\u{41}" --> `13: unknown-escape-in-string escape="\\u" -> escape-unicode`
local z = "a\z" --> `13: unknown-escape-in-string escape="\\z" -> escape-z`
local d = "\d+" --> `12: unknown-escape-in-string escape="\\d" -> unknown-escape-in-string escape="\\d"`
local n = "\300" --> `12: large-escape escape="\\300" -> it`
local ok = "\a\b\f\n\r\t\v\\\"\'\065\
"
---
local s = "abc --> `11: string-not-closed...`
local t = 'abc --> `11: string-not-closed...`
---
local s = [[abc --> `11: long-string-not-closed...`
---
local s = 1
--[==[ abc --> `1: comment-not-closed...`
---
local a = [=x --> `11: malformed-long-string -> it`
---
local n = 3x --> `11: malformed-number number="3x" -> number-name digits="3" word="x"`
local m = 1..2 --> `11: malformed-number number="1..2" -> number-concat`
local e = 1e --> `11: malformed-number number="1e" -> number-exponent`
local hp, near = 1, 2
local b = hp<30and near --> `14: malformed-number number="30and" -> number-keyword word="and"`
local u = 0.5f --> `11: malformed-number number="0.5f" -> number-suffix digits="0.5"`
local v = 1.2.3 --> `11: malformed-number number="1.2.3" -> number-points`
local h = 0xfg --> `11: malformed-number number="0xfg" -> number-hex`
local i = 0x --> `11: malformed-number number="0x" -> number-hex-empty`
local o, b, c = 0010, 1e999, 0xffffffffffffffff
local ok = 010 + .5 + 3. + 1e+5 + 1E-5 + 0xAb + 0
---
local s = “abc” --> `11: foreign-quotes quote="\"" word="“" -> it`
local größe = 1
---
local a = b ? c --> `13: foreign-choice word="?" -> it`
---
if x y() end --> `6: header-word-missing line=1 part="condition" want="then" word="if"`
---
if x do --> `6: header-word-missing line=1 part="condition" want="then" word="if" -> header-word-instead found="do" want="then"`
end
---
if x
  y() --> `3: header-word-missing line=1 part="condition" want="then" word="if"`
end
---
while x then --> `9: header-word-missing line=1 part="condition" want="do" word="while" -> header-word-instead found="then" want="do"`
end
---
for i = 1, 3 print(i) end --> `14: header-word-missing line=1 part="values" want="do" word="for"`
---
for k, v in pairs(t) print(k) end --> `22: header-word-missing line=1 part="values" want="do" word="for"`
---
if (x) { --> `8: brace-block -> brace-header want="then"`
  y()
}
---
function f() { --> `14: brace-block -> it`
}
---
return {
  a = 1
  b = 2, --> `3: comma-missing-in-table found="\"b\"" line=1 -> it`
}
---
return {
  precondition = function() return true end
  behavior = function() end, --> `3: comma-missing-in-table found="\"behavior\"" line=1 -> it`
}
---
f(a b) --> `5: comma-missing close=")" found="\"b\""`
---
return { a: 1 } --> `11: colon-in-table key="a" -> colon-value key="a" value="1"`
---
local end = 1 --> `7: keyword-name word="end" -> it`
---
local x = a.end --> `13: keyword-name word="end" -> keyword-field dot="." word="end"`
---
return { end = 1 } --> `10: keyword-name word="end" -> keyword-key word="end"`
---
local function M.f() end --> `1: local-field-function dot="." name="M" -> it`
---
function() end --> `1: nameless-function -> it`
---
local function f()
  return 1 --> `3: not-last found="\"g\"" line=3 word="return" -> it`
  g()
end
---
local function f()
  while true do
    break --> `5: not-last found="\"g\"" line=4 word="break" -> it`
    g()
  end
end
---
while true do
  if x then continue end --> `13: continue-statement -> it`
end
---
fucntion f() end --> `1: misspelled-keyword right="function" word="fucntion" -> it`
---
locla x = 1 --> `1: misspelled-keyword right="local" word="locla" -> it`
---
var x = 1 --> `1: other-word right="local" word="var" -> it`
---
if a then
  b()
elif c then --> `1: other-word right="elseif" word="elif" -> it`
  d()
end
---
local x = 1
x --> `1: lone-name name="x" -> it`
f()
---
local t = 1
t.x.y --> `1: lone-name name="t.x.y" -> it`
f()
---
if (a.x) { a.y = 1 } --> `10: brace-block -> brace-header want="then"`
---
if hp AND x then end --> `7: unexpected-token-after before="\"hp\"" found="\"AND\"" -> write-in-small-letters right="and"`
---
local x == 3 --> `9: unexpected-token-after before="\"x\"" found="\"==\"" -> assign-with-equals`
---
local agent.y = 3 --> `12: unexpected-token-after before="\"agent\"" found="\".\"" -> field-local`
---
x = agent:hp --> `11: text-ends-after before="\"hp\"" -> method-not-called name="hp"`
---
x = agent:hp + 1 --> `14: unexpected-token-after before="\"hp\"" found="\"+\"" -> method-not-called name="hp"`
---
f = function() x = 1, end --> `23: unexpected-instead-of-value before="\",\"" found="\"end\""`
---
local x = + 1 --> `11: unexpected-instead-of-value before="\"=\"" found="\"+\""`
---
local x = --> `9: text-ends-without-value before="\"=\""`
---
f(a)
(g or h)(b) --> `1: call-on-new-line -> it`
---
local t = {a.b:c} --> `17: unexpected-token-after before="\"c\"" found="\"}\"" -> method-not-called name="c"`
---
local x = "a" "b" --> `15: unexpected-token-after before="the text \"a\"" found="the text \"b\""`
---
repeat f() end --> `1: not-closed-before close="until" found="end" line=1 opener="repeat"`
---
goto --> `1: text-ends-after before="\"goto\""`
---
if x == 1 then y() else z() else w() end --> `29: unexpected-token-after before="\")\"" found="\"else\""`
---
return {
  behavior = function(agent)
    if agent.n == 3 then --> `5: not-closed close="end" opener="if" -> closed-by-end-further-left at=5 word="end"`
      return true
  end,
}
---
return {
  behavior = function(agent)
    for i = 1 to 10 do --> `15: for-comma found="\"to\"" name="i" -> it`
      agent.x = i
    end
  end,
}
---
for i = f(1, 2); 3 do end --> `16: for-comma found="\";\"" name="i" -> it`
---
for k = 1 do end --> `11: for-comma found="\"do\"" name="k" -> it`
---
for i = 1, 10 --> 
  print(i) --> `3: header-word-missing line=1 part="values" want="do" word="for"`
end
---
return {
  behavior = function(agent)
    if agent.x then
      agent.x = 1
    end
    end --> `5: extra-end-before found="end" line=2 name="behavior" -> it`
  end,
}
---
wait(function() agent() end end) --> `29: extra-end line=1 opener="(" -> it`
---
local function f()
  local t = { g = function() end --> `13: not-closed-before close="}" found="end" line=3 opener="{"`
end
---
return {
  behavior = function(agent)
    if agent.hp then
      agent.a = 1
    else if agent.x then --> `5: else-if -> it`
      agent.b = 2
    end
  end,
}
---
return {
  behavior = function(agent): --> `29: colon-block -> it`
    agent.x = 1
  end,
}
---
if agent.x: --> `11: colon-block -> colon-header want="then"`
  agent.x = 1
---
while true do: --> `14: colon-block -> it`
end
---
local x <const> = 5 --> `9: local-attribute word="const" -> it`
---
local a, f <close> = g() --> `12: local-attribute word="close" -> leave-out-close`
---
local x = 7 & 2 | 1 --> `13: foreign-bit-and word="&" -> it` `17: foreign-bit-or word="|" -> it`
local y = 7 << 2 --> `13: foreign-shift-left word="<<" -> it`
local z = a ?? 3 --> `13: foreign-or word="??" -> it`
w := 3 --> `3: foreign-assign word=":=" -> it`
---
#!/usr/bin/lua --> `1: shell-file -> it`
return {}
---
local t = [1, 2, 3] --> `11: bracket-list -> it`
---
for x in [1, 2] do end --> `10: bracket-list -> bracket-list-in`
---
f([1, 2]) --> `3: bracket-list -> it`
---
agent.pos = (1, 2) --> `15: several-in-parentheses -> it`
---
"abc":upper() --> `1: text-method name="upper" text="\"abc\"" -> it`
---
return {
  doc = "x",
  behavior(agent) --> `3: function-in-table name="behavior" -> it`
    agent.x = 1
  end,
}
---
return {
  function behavior(agent) --> `3: function-in-table name="behavior" -> it`
    agent.x = 1
  end,
}
---
local function f()
  if a then b() end else c() end --> `21: else-without-if found="else" -> else-after-end`
end
---
local function f()
  elseif a then --> `3: else-without-if found="elseif" -> it`
end
---
local function f(a, b = 1) --> `23: parameter-default name="b" -> it`
end
---
local x = 0b101 --> `11: malformed-number number="0b101" -> number-binary`
local y = 1_000 --> `11: malformed-number number="1_000" -> number-underscore plain="1000"`
---
return {
  precondition = functoin(agent) --> `18: misspelled-keyword right="function" word="functoin" -> it`
    return agent.x > (1 + 2)
  end,
}
---
return { behavior = funciton(agent) agent.x = 1 end } --> `21: misspelled-keyword right="function" word="funciton" -> it`
---
return { behavior = functoin(agent) end } --> `21: misspelled-keyword right="function" word="functoin" -> it`
---
local f = fucntion(a, b) --> `11: misspelled-keyword right="function" word="fucntion" -> it`
  a.x = b
end
---
local function f(a)
  if a then
    a.x = 1
  edn --> `3: lone-name name="edn" -> lone-end`
end
---
-- a line further left than a return belongs to another block
return {
  behavior = function(agent)
    if agent.hp < 10 then --> `5: not-closed close="end" opener="if" -> closed-before-line-after-return at=6 close="end" word="return"`
      return "failure"
    agent.x = 1
  end,
}
---
return {
  behavior = function(agent)
    for i = 1, 3 do --> `18: not-closed close="end" opener="do" -> closed-before-line-after-return at=8 close="end" word="return"`
      if agent.x then
        return "success"
      end
      return "failure"
    agent.x = 4
  end,
}
---
local function near(agent) --> `7: not-closed close="end" opener="function" -> closed-before-line-after-return at=4 close="end" word="return"`
  return agent.x < 3

return {}
---
return {
  precondition = function(agent) return agent.hp > 3, --> `18: not-closed close="end" opener="function" -> closed-before-comma at=2 close="end"`
  behavior = function(agent) end,
}
---
return {
  behavior: function(agent) --> `11: colon-in-table key="behavior" -> colon-function key="behavior"`
    agent.x = 1
  end,
}
---
return { "speed": 3 } --> `17: colon-in-table key="[\"speed\"]" -> colon-value key="[\"speed\"]" value="3"`
---
return { params: { speed = 3 } } --> `16: colon-in-table key="params" -> it`
---
return {
  behavior = function(agent)
    if agent.x == 3 { --> `21: brace-block -> brace-header want="then"`
      agent.x = 1
    }
  end,
}
---
while x < 3 { --> `13: brace-block -> brace-header want="do"`
  x = 4
}
---
local function f(a)
  if a then
    return 1 --> `5: not-last found="\"a\"" line=4 word="return" -> it`
    a = 2
  end
end
---
return {
<<<<<<< HEAD --> `1: conflict-mark mark="<<<<<<<" -> it`
  params = { near = 10 },
=======
  params = { near = 20 },
>>>>>>> other
}
---
local x = 1 << 2 --> `13: foreign-shift-left word="<<" -> it`
return {
======= --> `1: conflict-mark mark="=======" -> it`
  params = { near = 20 },
>>>>>>> other
}
---
return { doc = [[
<<<<<<< HEAD
]] }
---
return {
  precondition = function(agent) agent.enemy_x < 3 end, --> `34: lone-value -> lone-result`
}
---
return {
  precondition = function(agent)
    agent.list[1].hp and agent.hp < 3 --> `5: lone-value -> lone-result`
  end,
}
---
return {
  precondition = function(agent)
    local x = 3
    geom.distance(x, 3, (2)) < 5 --> `5: lone-value -> lone-result`
  end,
}
---
return {
  precondition = function(agent)
    not agent.tired --> `5: lone-value -> lone-result`
  end,
}
---
return {
  behavior = function(agent)
    if agent.x then agent.y == 3 end --> `21: lone-value -> lone-comparison`
  end,
}
---
print(“help!”) --> `7: foreign-quotes...`
print(„help & more", x) --> `7: foreign-quotes...`
print(‘a !’ .. “b”) --> `7: foreign-quotes...` `16: foreign-quotes...`
print(‘ +) --> `7: foreign-quotes...`
x = 1 ! --> `7: foreign-not...`
---
return { --> `1: not-last found="\"local\"" line=4 word="return" -> not-last-in-file above=1 name="helper"`
  behavior = function(agent) helper(agent) end,
}
local function helper(agent) agent.x = 1 end
---
local M = {}
return M --> `1: not-last found="\"function\"" line=3 word="return" -> not-last-in-file above=2 name="M.behavior"`
function M.behavior(agent) agent.x = 1 end
---
return {} --> `1: not-last found="\"melee\"" line=2 word="return" -> not-last-in-file above=1 name="what follows"`
melee.x = 1
---
return {} --> `1: not-last found="\"local\"" line=2 word="return" -> not-last-in-file above=1 name="speed"`
local speed = 3
---
# walks --> `1: hash-comment -> it`
#note without a space --> `1: hash-comment -> it`
## don't worry --> `1: hash-comment -> it`
return {
  # the table --> `3: hash-comment -> it`
  params = { speed = 3 }, # per second --> `27: hash-comment -> it`
  behavior = function(agent)
    if agent.x then # there --> `21: hash-comment -> it`
      agent.x = 1 # step --> `19: hash-comment -> it`
    end #end --> `9: hash-comment -> it`
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
  # don't run --> `3: hash-comment -> it`
}
---
return {
  precondition = function(agent)
    #agent.list > 3 --> `5: lone-value -> lone-result`
  end,
}
---
{ --> `1: lone-table -> it`
  behavior = function(agent) agent.x = 1 end,
}
---
local speed = 3
{ behavior = function(agent) agent.x = speed end } --> `1: lone-table -> it`
---
return {
  behavior = function(agent)
    agent.x = agent. --> `20: missing-name found="." -> it`
  end,
}
---
local function f(agent)
  agent.x = agent. --> `18: missing-name found="." -> it`
  agent.y = 3
end
---
agent.my-speed = 3 --> `7: hyphen-name right="my_speed" -> it`
---
local my-run-speed = 3 --> `7: hyphen-name right="my_run_speed" -> it`
---
return { params = { my-run-speed = 3 } } --> `21: hyphen-name right="my_run_speed" -> it`
---
local function my-walk(agent) end --> `16: hyphen-name right="my_walk" -> it`
---
my-walk(agent) --> `1: hyphen-name right="my_walk" -> it`
---
if a then pass end --> `11: lone-name name="pass" -> lone-pass`
---
await walk(agent) --> `1: other-word right="bt.wait(seconds) or bt.wait_until(f), in the hook run" word="await" -> it`
---
yield return nil --> `1: other-word right="bt.yield(), in the hook run" word="yield" -> it`
---
yield --> `1: lone-name name="yield" -> lone-word right="bt.yield(), in the hook run"`
f()
---
from lib import walk --> `1: other-word right="local walk = require \"lib.walk\"" word="from" -> it`
---
class Guard extends Node --> `1: other-word right="return { ... }: a file is one behavior" word="class" -> it`
---
local x = 3 ** 2 --> `13: foreign-power word="**" -> it`
---
return {
  behavior = function(agent)
    agent.y = math.floor(agent.x + 1)) --> `38: bracket-closes-nothing found=")" opener="(" -> it`
  end,
}
---
return {
  a = math.floor(3)), --> `20: bracket-closes-nothing found=")" opener="(" -> it`
  b = 2,
}
---
if agent.x + 1) > 2 then --> `15: bracket-closes-nothing found=")" opener="(" -> it`
end
---
local function f(a)
  a.b = { 1 }} --> `14: bracket-closes-nothing found="}" opener="{" -> it`
end
---
local t = a[1]] + 2 --> `15: bracket-closes-nothing found="]" opener="[" -> it`
---
f(function() --> `3: not-closed-before close="end" found=")" line=3 opener="function"`
  g()
)
---
return {
  params = { a = 1 }}, --> `21: stray-brace line=1 name="behavior" -> it`
  behavior = function(agent, params) end,
}
---
return --> `1: return-without-brace -> it`
  doc = "x",
}
---
return {
  params = a = 1 }, --> `14: assign-twice key="a" name="params" -> it`
}
---
return {
  behavior = function(agent)
    if agent.c then
      agent.x = 1
    end
    end --> `5: extra-end-before found="agent" line=2 name="behavior" -> it`
    agent.y = 2
  end,
}
---
return {
  a = function() end
  x = 2, --> `3: comma-missing-in-table found="\"x\"" line=1 -> it`
}
---
return {
  doc = Rows out., --> `9: text-without-quotes -> bare-text-quoted name="doc" text="Rows out."`
}
---
return { a = b c = 2 } --> `16: comma-missing-in-table found="\"c\"" line=1 -> it`
---
local function f(a)
  if a then
    return 1
  elif a == 2 then --> `3: other-word right="elseif" word="elif" -> it`
    return 2
  end
end
---
for (i = 1, 3) do --> `5: for-brackets -> it`
end
---
for i, f in ipairs agent.friends do --> `13: walker-call argument="agent.friends" name="ipairs" -> it`
end
---
return {
  "behavior" = function() end, --> `3: quoted-key name="behavior" -> it`
}
---
return {
  "two words" = 1, --> `3: quoted-key -> quoted-key-text text="\"two words\""`
}
---
return {
  local run = function() end, --> `3: local-in-table name="run" -> it`
}
---
return {
  behavior = function(agent. params) end, --> `28: parameter-dot -> it`
}
---
local walk = require "lib.walk"

{ --> `1: lone-table -> it`
  behavior = function() end,
}
---
return {
  doc "x", --> `3: missing-equals name="doc" value="\"x\"" -> it`
  params { a = 1 }, --> `3: missing-equals name="params" value="{ a = 1 }" -> it`
  behavior(agent),
}
---
return {
  run = function(agent)
    bt.wait_until(function() --> `19: not-closed-before close="end" found=")" line=4 opener="function"`
      return agent.x > 3)
  end,
}
---
return {
  run = function(agent)
    bt.wait_until(function()
      return math.floor(agent.x)) > 3 --> `33: bracket-closes-nothing found=")" opener="(" -> it`
    end)
  end,
}
---
return {
  behavior = function(agent)
    agent.list = { 1 }} --> `23: bracket-closes-nothing found="}" opener="{" -> it`
  end,
}
