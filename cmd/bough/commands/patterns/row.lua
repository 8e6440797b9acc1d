local rows = require "lib.NAME_table"

return {
  doc = "Takes the row of its kind from lib/NAME_table.lua, and waits if there is none.",

  on_enter = function(agent)
    if not rows[agent.kind] then
      print("lib/NAME_table.lua has no row " .. tostring(agent.kind) .. ": add it, or give this agent another kind")
    end
  end,

  behavior = function(agent)
    local row = rows[agent.kind]
    if row then
      agent.NAME = row
      return "success"
    end
  end,
}
