-- A plugin for the Lua language server: it reads the table of a behavior as if the line "---@type NAME.Behavior" were above
-- "return {", or above the local variable that the file returns. So agent and params have types in all hooks. A script with such a line is left alone.
---@diagnostic disable: undefined-global, lowercase-global
local known = {}
local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\]")
local file = here and io.open(here .. "/definitions.lua")
if file then
  for name in file:read("*a"):gmatch("%-%-%-@class (%S+)%.Behavior:") do
    known[name] = true
  end
  file:close()
end

-- nameOf returns the path of a script below the last folder of scripts in its address, without its extension.
local function nameOf(uri)
  uri = uri:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end)
  local from, last = 1, nil
  repeat
    local _, at = uri:find("/scripts/", from, true)
    from, last = at, at or last
  until not at
  return last and uri:sub(last + 1):match("^(.+)%.lua$")
end

function OnSetText(uri, text)
  local name = nameOf(uri)
  if not name or ("/" .. name):find("/lib/") or name:find("_test$") or text:find("%-%-%-@type [^\n]*Behavior") then
    return nil
  end
  name = name:gsub("/", ".")
  local variable = text:match("\nreturn%s+([%w_]+)%s*$")
  local at = text:match("^()return%s*{") or text:match("\n()return%s*{")
  if variable then
    local from = "()local%s+" .. variable .. "%s*=%s*{"
    at = text:match("^" .. from) or text:match("\n" .. from)
  end
  if not at then
    return nil
  end
  local class = known[name] and name .. ".Behavior" or "bough.Behavior"
  return { { start = at, finish = at - 1, text = "---@type " .. class .. "\n" } }
end
