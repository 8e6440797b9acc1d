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
print('don't go') --> `11: quote-in-string...`
f({ "a, "b" }) --> `9: quote-in-string...`
---
return {
  doc = "abc, --> `9: string-not-closed...`
  behavior = function(agent)
    if agent.x == "a then --> `19: string-not-closed...`
      print("heavy) --> `13: string-not-closed...`
    end
    for i, v in ipairs({ "a, b }) do --> `26: string-not-closed...`
      local f = function() print("done) end --> `34: string-not-closed...`
    end
    agent.x = "this is the end --> `15: string-not-closed...`
    print("open --> `11: string-not-closed...`
    f()
  end,
}
---
return {
  behavior = function(agent)
    local x = --[[ later --> `15: comment-not-closed...`
  end,
}
---
return {
  behavior = function(agent)
    if x then
      print([[later --> `13: long-string-not-closed...`
    end
  end,
}
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
local f = function(t)
  t.expect(t.x) > 1 --> `3: lone-value -> lone-call-argument name="t.expect"`
end
---
local f = function(agent)
  100 - agent.energy --> `3: lone-value -> lone-result`
end
---
return {
  behavior = function(agent)
    if agent.x then
      return true
    } --> `5: brace-end opener="if" -> it`
  end,
}
---
local x = "abc":upper() --> `11: text-method name="upper" text="\"abc\"" -> it`
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
---
local x = 7 // 2 --> `13: foreign-slashes word="//" -> it`
local y = a // b -- half --> `13: foreign-slashes word="//" -> it`
// whole line comment --> `1: foreign-slashes word="//" -> it`
---
x = a ~ b --> `7: foreign-tilde word="~" -> it`
y = ~a --> `5: foreign-tilde word="~" -> it`
z = a & b | c << 2 >> 1 --> `11: foreign-bit-or word="|" -> it` `15: foreign-shift-left word="<<" -> it` `20: foreign-shift-right word=">>" -> it` `7: foreign-bit-and word="&" -> it`
---
local n = 0x1p4 --> `11: malformed-number number="0x1p4" -> number-hex-float plain="16"`
local m = 1LL + 2ULL + 0x10LL + 3i + 0x.8 --> `11: malformed-number number="1LL" -> number-suffix digits="1"` `17: malformed-number number="2ULL" -> number-suffix digits="2"` `24: malformed-number number="0x10LL" -> number-suffix digits="0x10"` `33: malformed-number number="3i" -> number-suffix digits="3"` `38: malformed-number number="0x.8" -> number-hex-float plain="0.5"`
---
local s = "\u{48}\zb\x41" --> `12: unknown-escape-in-string escape="\\u" -> escape-unicode` `18: unknown-escape-in-string escape="\\z" -> escape-z` `21: unknown-escape-in-string escape="\\x" -> escape-hex-code code="\\065"`
---
x += 1 y -= 2 --> `10: foreign-compound name="y" old="y" operator="-" value="2" word="-=" -> it` `3: foreign-compound name="x" old="x" operator="+" value="..." word="+=" -> it`
s ..= "a" --> `3: foreign-compound name="s" old="s" operator=".." value="\"a\"" word="..=" -> it`
i++ --> `2: foreign-increment name="i" old="i" word="++" -> it`
++i --> `1: foreign-increment name="i" old="i" word="++" -> it`
---
if x is not nil then y() end --> `6: unexpected-token-after before="\"x\"" found="\"is\"" -> compare-not-word`
if x is nil then y() end --> `6: unexpected-token-after before="\"x\"" found="\"is\"" -> compare-word`
if x equals 3 AND y then z() end --> `6: unexpected-token-after before="\"x\"" found="\"equals\"" -> compare-word`
---
local v = a?.b?.c --> `12: foreign-optional word="?." -> it` `15: foreign-optional word="?." -> it`
local w = p->x --> `12: foreign-member word="->" -> it`
local t = a ? b : c --> `13: foreign-choice word="?" -> it`
local u = a ?? b --> `13: foreign-or word="??" -> it`
---
if x = 1 then y() end --> `6: assign-in-expression -> it`
while x = 1 do y() end --> `9: assign-in-expression -> it`
repeat y() until x = 1 --> `20: assign-in-expression -> it`
---
for k, v pairs(t) do end --> `10: in-missing found="\"pairs\"" -> it`
for k v in pairs(t) do end --> `7: in-missing found="\"v\"" -> it`
for i = 1 .. 10 do end --> `17: for-comma found="\"do\"" name="i" -> it`
for i = 1: 10 do end --> `10: for-comma found="\":\"" name="i" -> it`
---
if (a) { b() } else if (c) { d() } --> `28: brace-block -> brace-header want="then"` `8: brace-block -> brace-header want="then"`
---
def f(x): --> `1: other-word right="function" word="def" -> it`
  return x
---
function f(a: number, b: string): boolean --> `13: name-with-type type=": number" -> it`
  return a > b
end
local x: number = 3 --> `8: name-with-type type=": number" -> it`
---
const f = (x) => x + 1 --> `15: foreign-arrow word="=>" -> arrow-function body="return x + 1" params="(x)"` `1: other-word right="local" word="const" -> it`
let y = 3; --> `1: other-word right="local" word="let" -> it`
---
local function f() return 1 --> `7: not-closed close="end" opener="function"`
local function g() return 2 end
---
local function () end --> `7: nameless-function -> it`
local function f end --> `16: parameters-missing before="\"f\"" -> it`
local f() end --> `7: function-missing found="\"f\"" params=" f()" -> it`
function end --> `10: unexpected-token-after before="\"function\"" found="\"end\""`
---
try --> `1: lone-name name="try" -> lone-word right="local ok, err = pcall(f)"`
  x()
catch e --> `1: other-word right="if not ok then, after pcall" word="catch" -> it`
end
---
switch x --> `1: other-word right="if ... elseif" word="switch" -> it`
  case 1: y() --> `3: other-word right="elseif" word="case" -> it`
end
---
print "a" .. "b" --> `1: lone-value -> lone-call-argument name="print"`
print("a" . "b") --> `11: unexpected-token-after before="the text \"a\"" found="\".\"" -> join-with-dots`
print("a" + "b" --> `6: not-closed close=")" opener="("`
---
local u = { a => 1 } --> `15: foreign-arrow word="=>" -> it`
local v = [ 1, 2 ] --> `11: bracket-list -> it`
local w = { x = 1, y = 2 }} --> `27: bracket-closes-nothing found="}" opener="{" -> it`
---
x = y = 3 --> `7: unexpected-token-after before="\"y\"" found="\"=\"" -> chained-assign`
x == 3 --> `1: lone-value -> lone-comparison`
x.y --> `1: lone-name name="x.y" -> it`
f --> `1: lone-name name="f" -> it`
return x y --> `10: unexpected-token-after before="\"x\"" found="\"y\""`
---
local 速度, größe, имя = 3, 4, 5
print（速度） --> `6: wide-character character="（" plain="(" -> it` `9: wide-character character="）" plain=")" -> it`
if 速度 ＝＝ 3 then　y() end --> `16: blank-character character="U+3000" -> it` `7: wide-character character="＝" plain="=" -> it` `8: wide-character character="＝" plain="=" -> it`
local x，y = 1，2 --> `14: wide-character character="，" plain="," -> it` `8: wide-character character="，" plain="," -> it`
local ａｂ = 1 --> `7: wide-name name="ａｂ" plain="ab" -> it`
---
function M.f(a, b = 2, ...c) end --> `19: parameter-default name="b" -> it`
function f(a b) end --> `14: comma-missing close=")" found="\"b\""`
function f(a, ) end --> `15: parameter-missing found="\")\"" -> it`
function f(..., a) end --> `12: dots-not-last -> it`
function f(1) end --> `12: unexpected-token-after before="\"(\"" found="\"1\""`
---
return {
  b = 2
  c = 3 --> `3: comma-missing-in-table found="\"c\"" line=1 -> it`
  "d" = 4, --> `3: comma-missing-in-table found="the text \"d\"" line=1 -> it`
  5 = 6, --> `3: value-key text="5" -> it`
  [7] 8, --> `5: missing-equals name="[7]" value="..." -> it`
  f() = 3, --> `7: unexpected-token-after before="\")\"" found="\"=\""`
  = 4, --> `3: missing-key -> it`
  on_exit function() end, --> `3: missing-equals name="on_exit" value="..." -> it`
}
---
goto
::a --> `1: unexpected-token-after before="\"goto\"" found="\"::\""`
break --> `1: break-outside-loop -> it`
local break = 1 --> `7: keyword-name word="break" -> it`
x.end = 1 --> `3: keyword-name word="end" -> keyword-field dot="." word="end"`
---
@decorator --> `1: foreign-sign word="@"`
$x = 1 --> `1: foreign-sign word="$"`
x = `a` --> "5: foreign-quote word=\"`\" -> it" "7: foreign-quote word=\"`\" -> it"
---
class Foo extends Bar --> `1: other-word right="return { ... }: a file is one behavior" word="class" -> it`
  x = 1
end
---
a.b:c --> `5: method-alone name="c" -> it`
a:b = 1 --> `5: unexpected-token-after before="\"b\"" found="\"=\"" -> method-not-called name="b"`
a:b.c() --> `4: unexpected-token-after before="\"b\"" found="\".\"" -> method-not-called name="b"`
.x = 1
= 3 --> `1: missing-key -> it`
---
f() g()
f() + 1 --> `1: lone-value -> lone-result`
agent.x (y or 0) + 1 --> `1: lone-value -> lone-call-result`
"abc":upper() --> `1: text-method name="upper" text="\"abc\"" -> it`
not x --> `1: lone-value -> lone-result`
3 --> `1: lone-value -> it`
nil --> `1: lone-value -> it`
---
local a = function b() end --> `20: function-named -> it`
local a = { function b() end, local c = 1 } --> `13: function-in-table name="b" -> it`
---
if x then
  y()
end if --> `1: end-word word="if" -> it`
---
do
  local a = 1
} --> `1: brace-end opener="do" -> it`
---
x = {
  a = function() --> `7: not-closed close="end" opener="function" -> closed-before-entry at=4 close="end"`
    return 1
  b = 2,
}
---
if if x then y() end --> `4: word-twice word="if" -> it`
for i = 1, 3 do
  x = agent. or 3 --> `12: missing-name found="." -> it`
  y = math.max(1, 2 --> `15: not-closed-before close=")" found="end" line=5 opener="("`
end
---
return {
  behavior = (agent, params) --> `14: function-missing found="\"(\"" params="(agent, params)" -> it`
    agent.x = 1
  end,
  run = functionagent) --> `9: function-without-parenthesis name="agent" -> it`
    bt.wait(1)
  end,
}
---
return {
  behavior = function(agent)
     agent.x == 3 then --> `6: if-missing found="\"agent\"" -> it`
      return true
    end
    agent.y = = 4 --> `15: unexpected-instead-of-value before="\"=\"" found="\"=\""`
  end,
  run = function(agent)
    agent.list = x = 1, y = 2 } --> `18: brace-missing found="\"x\"" name="x" -> it`
    f(, 3) --> `7: unexpected-token-after before="\"(\"" found="\",\""`
  end,
}
---
local function a()
  if x then --> `3: not-closed close="end" opener="if" -> closed-by-end-further-left at=4 word="end"`
    y()
end

local function b()
  return 1 + --> `12: value-missing before="\"+\""`
end

local t = { 1, 2 3 } --> `18: comma-missing-in-table found="\"3\"" line=10 -> it`
---
local function f()
  foo.bar(1, 2 --> `10: not-closed close=")" opener="("`
  local x = 3
end
---
print(...)
function f() return ... end --> `21: varargs-outside-function -> it`
for i = 1, 2 do end break --> `21: break-outside-loop -> it`
---
x = "a‮b" ​y = 1 --> `11: blank-character character="U+200B" -> it`
---
bt.wait_until(() => agent.flour > 0) --> `18: foreign-arrow word="=>" -> arrow-function body="return agent.flour > 0" params="()"`
---
each(list, (a, b) => { --> `19: foreign-arrow word="=>" -> arrow-function body="..." params="(a, b)"`
  a.x = b
})
---
if (a < 3) { --> `12: brace-block -> brace-header want="then"`
  b()
end
f({ 1 })
---
for (int i = 1; i <= 3; i++) do --> `5: for-brackets -> for-counting first="1" last="3" name="i"`
end
---
for (i = 0; i < n; i += 1) do --> `5: for-brackets -> for-counting first="0" last="n - 1" name="i"`
end
---
agent.hold += params.catch / 3 --> `12: foreign-compound name="agent.hold" old="(agent.hold or 0)" operator="+" value="params.catch / 3" word="+=" -> it`
agent.hold *= f(1, 2) - 3 --> `12: foreign-compound name="agent.hold" old="(agent.hold or 0)" operator="*" value="(f(1, 2) - 3)" word="*=" -> it`
agent.hold -= agent.bite or 2 --> `12: foreign-compound name="agent.hold" old="(agent.hold or 0)" operator="-" value="(agent.bite or 2)" word="-=" -> it`
agent.hold -= agent.bite print(1) --> `12: foreign-compound name="agent.hold" old="(agent.hold or 0)" operator="-" value="..." word="-=" -> it`
agent.heat ??= 20 --> `12: foreign-compound name="agent.heat" old="agent.heat" operator="or" value="20" word="??=" -> it`
---
local r = require lib.recipes --> `19: lone-name name="lib.recipes" -> require-text name="lib.recipes"`
---
del agent.crumb_x --> `1: lone-name name="del" -> lone-delete entry="agent.crumb_x"`
---
local f = function(agent) if agent.x then true end end --> `43: lone-value -> lone-result`
---
local g = function(agent, params) params.worth end --> `35: lone-name name="params.worth" -> lone-return name="params.worth"`
---
return 5 if agent.mood == "tired" else params.worth --> `10: if-in-expression -> if-value condition="agent.mood == \"tired\"" other="params.worth" value="5"`
---
local w = f(1, a.b if c else 2) + 3 --> `20: if-in-expression -> if-value condition="c" other="2" value="a.b"`
---
local x = 5 if x then x = 6 end
print($"a lump {x}") --> `7: foreign-sign word="$" -> text-with-prefix code="\"a lump \" .. x" prefix="$"`
---
return {
  a dwarf digs = function(t) --> `3: words-as-key text="a dwarf digs" -> it`
    t.tick()
  end,
  ["b"]: function(t) --> `8: colon-in-table key="[\"b\"]" -> it`
  end,
}
---
return {
  test("a dwarf digs", function(t) --> `7: not-closed close=")" opener="("`
    t.tick()
  end,
  ["b"] = function(t)
    t.tick()
  end,
}
