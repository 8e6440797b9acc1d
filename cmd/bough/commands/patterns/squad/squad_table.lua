-- The numbers of both trees of a squad, a row for each kind of agent. A save takes effect while the game plays.
local rows = {
  guard = { speed = 2, spacing = 1.5 },
  wolf = { speed = 4, spacing = 3 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
